import { Picture } from "#ui/picture.tsx";
import type { GrowthBand as GrowthBandContent } from "./home-content.ts";

/** Renders one product line: its contents and its limits. */
export function GrowthBand({ band }: { band: GrowthBandContent }) {
  return (
    <section className="section later">
      <div className="wrap split">
        <a className="split-pic" href={band.action.path} tabIndex={-1} aria-hidden="true">
          <Picture picture={band.picture} alt="" sizes="(min-width: 56.25rem) 50vw, 92vw" />
        </a>
        <div className="txt">
          <h2>{band.title}</h2>
          <p className="lead">{band.text}</p>
          <table className="label-table label-table--end">
            <tbody>
              {band.amounts.map(({ label, value }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="muted">{band.limit}</p>
          <a className="link" href={band.action.path}>
            {band.action.label}
          </a>
        </div>
      </div>
    </section>
  );
}
