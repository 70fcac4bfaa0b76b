import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Picture } from "#ui/picture.tsx";
import type { HomeContent } from "./home-content.ts";

function StepButton({ direction, label }: { direction: "back" | "on"; label: string }) {
  return (
    <button type="button" className={`slides-step slides-step--${direction}`} aria-label={label} aria-controls="slides">
      <Icon name="arrow" isMirrored />
    </button>
  );
}

/** Renders links with pictures side by side: three, two on tablets, one on phones. A script adds buttons that scroll them. */
export function Carousel({ title, slides }: NonNullable<HomeContent["carousel"]>) {
  const { t } = useLocale();
  return (
    <section className="section later" aria-labelledby="slides-title">
      <shop-carousel className="wrap">
        <div className="section-head">
          <h2 id="slides-title">{title}</h2>
          <div className="slides-steps" hidden>
            <StepButton direction="back" label={t("home.slides.back")} />
            <StepButton direction="on" label={t("home.slides.on")} />
          </div>
        </div>
        <ul id="slides" className="slides" role="list">
          {slides.map(({ label, text, path, picture }) => (
            <li key={path}>
              <a href={path}>
                <Picture
                  picture={picture}
                  alt=""
                  sizes="(min-width: 64.0625rem) 24rem, (min-width: 48rem) 46vw, 84vw"
                />
                <b>{label}</b>
              </a>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </shop-carousel>
    </section>
  );
}
