import { Picture } from "#ui/picture.tsx";
import type { Guide } from "./page.tsx";

const sizes = "(min-width: 81.5rem) 36.75rem, (min-width: 64.0625rem) 46vw, (min-width: 48rem) 61vw, 92vw";

/** Renders a tile, two columns wide, that links to an article. */
export function GuideTile({ guide }: { guide: Guide }) {
  return (
    <li className="tile">
      <div className="pic">
        <Picture picture={guide.picture} alt="" sizes={sizes} />
      </div>
      <div>
        <h3>{guide.title}</h3>
        <p>
          {guide.text} <a href={guide.href}>{guide.linkText}</a>
        </p>
      </div>
    </li>
  );
}
