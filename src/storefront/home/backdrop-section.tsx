import { Picture } from "#ui/picture.tsx";
import type { Backdrop } from "./home-content.ts";

/** Renders a section over a background picture, which a script loads when it is near; without scripts the browser does. */
export function BackdropSection({ backdrop }: { backdrop: Backdrop }) {
  return (
    <section className="backdrop later" aria-labelledby="backdrop-title">
      <shop-backdrop>
        <noscript>
          <Picture picture={backdrop.picture} alt="" sizes="(min-width: 48rem) 62vw, 100vw" />
        </noscript>
      </shop-backdrop>
      <div className="wrap">
        <h2 id="backdrop-title">{backdrop.title}</h2>
        <p className="lead">{backdrop.text}</p>
        <a className="link" href={backdrop.action.path}>
          {backdrop.action.label}
        </a>
      </div>
    </section>
  );
}
