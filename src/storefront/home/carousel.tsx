import { Picture } from "#ui/picture.tsx";
import { SlideSteps } from "./fragments/slide-steps.tsx";
import type { HomeContent } from "./home-content.ts";

/** Renders links with pictures side by side: three, two on tablets, one on phones. A script adds buttons that scroll them. */
export function Carousel({ title, slides }: NonNullable<HomeContent["carousel"]>) {
  return (
    <section className="section later" aria-labelledby="slides-title">
      <shop-carousel className="wrap">
        <div className="section-head">
          <h2 id="slides-title">{title}</h2>
          <SlideSteps strip="slides" />
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
