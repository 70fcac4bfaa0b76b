import { Picture } from "#ui/picture.tsx";
import type { Deal } from "./home-content.ts";

/** Renders the current offer on an amber background. */
export function DealBand({ deal }: { deal: Deal }) {
  return (
    <section className="deal later" aria-labelledby="deal-title">
      <div className="wrap">
        <div className="txt">
          <h2 id="deal-title">{deal.title}</h2>
          <p>{deal.text}</p>
          <a className="btn" href={deal.action.path}>
            {deal.action.label}
          </a>
        </div>
        <figure>
          <Picture picture={deal.picture} sizes="(min-width: 48rem) 45vw, 92vw" />
        </figure>
      </div>
    </section>
  );
}
