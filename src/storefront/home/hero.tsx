import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { Money } from "#ui/money.tsx";
import type { Hero as HeroContent, ShelfItem } from "./home-content.ts";

const wideScreen = "(min-width: 57.625rem)";

/** Renders the sources of one hero picture, best format first. */
function Sources({ picture, media }: { picture: Picture; media?: string }) {
  return (["avif", "webp", "jpeg"] as const).map((format) => {
    const candidates = picture.renditions.filter((rendition) => rendition.format === format);
    if (candidates.length === 0) return null;
    return (
      <source
        key={format}
        type={`image/${format}`}
        media={media}
        srcSet={candidates.map((one) => `${mediaSrc(one)} ${one.width}w`).join(", ")}
        sizes="100vw"
        width={picture.width}
        height={picture.height}
      />
    );
  });
}

function HeroPicture({ wide, tall }: { wide: Picture; tall: Picture }) {
  return (
    <picture>
      <Sources picture={wide} media={wideScreen} />
      {wide.renditions.length === 0 && (
        <source media={wideScreen} srcSet={mediaSrc(wide)} width={wide.width} height={wide.height} />
      )}
      <Sources picture={tall} />
      <img
        src={mediaSrc(tall)}
        alt={tall.alt}
        width={tall.width}
        height={tall.height}
        fetchPriority="high"
        decoding="sync"
      />
    </picture>
  );
}

/** Renders the first screen: one sentence, one button, and the products in the picture with their prices. */
export function Hero({ hero, shelf }: { hero: HeroContent; shelf: readonly ShelfItem[] }) {
  const { t } = useLocale();
  return (
    <>
      <section className="hero" aria-labelledby="hero-title">
        <HeroPicture wide={hero.wide} tall={hero.tall} />
        <div className="wrap">
          <div className="hero-copy">
            <h1 id="hero-title">{hero.title}</h1>
            <p>{hero.text}</p>
            <Button href={hero.action.path}>
              {hero.action.label} <Icon name="arrow" isSmall isMirrored />
            </Button>
          </div>
        </div>
      </section>
      <nav className="edge" aria-label={t("home.inThePicture")}>
        <div className="wrap">
          <span className="measure" aria-hidden="true" />
          <ul role="list">
            {shelf.map(({ name, path, price }) => (
              <li key={path}>
                <a href={path}>
                  <b>
                    <Money amount={price} />
                  </b>
                  <span>{name}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      </nav>
    </>
  );
}
