import { Picture } from "#ui/picture.tsx";
import type { Guide } from "./page.tsx";

const sizes = "(min-width: 1304px) 588px, (min-width: 1025px) 46vw, (min-width: 768px) 61vw, 92vw";

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
