import { mediaSrc } from "./media-src.ts";

interface PictureProps {
  /** The original and its renditions, as files below the media folder; without renditions the original is shown. */
  picture: {
    file: string;
    width: number;
    height: number;
    alt: string;
    renditions: readonly { format: "avif" | "webp" | "jpeg"; width: number; height: number; file: string }[];
  };
  /** Displayed width, as a `sizes` value. */
  sizes: string;
  /** Replaces the picture's own alt text; "" when the text next to it says the same. */
  alt?: string;
  /** Default "lazy"; "eager" for the first screen. */
  loading?: "lazy" | "eager";
  /** "high" only for the largest picture of the first screen. */
  fetchPriority?: "high" | "low";
  className?: string;
}

type Format = PictureProps["picture"]["renditions"][number]["format"];

/** Device pixels per CSS pixel of the densest screens. */
const maxDensity = 4;

/** Returns the renditions of a format that a browser can choose: a picture of fixed width needs no large ones. */
function srcSet({ renditions }: PictureProps["picture"], format: Format, sizes: string): string | undefined {
  const all = renditions.filter((rendition) => rendition.format === format).sort((a, b) => a.width - b.width);
  const most = /^\d+px$/.test(sizes) ? Number.parseInt(sizes, 10) * maxDensity : Number.POSITIVE_INFINITY;
  const enough = all.findIndex(({ width }) => width >= most);
  const candidates = enough < 0 ? all : all.slice(0, enough + 1);
  return candidates.length > 0 ? candidates.map((one) => `${mediaSrc(one)} ${one.width}w`).join(", ") : undefined;
}

/** Renders the `source` elements of a `picture`. */
export function PictureSources({ picture, sizes }: Pick<PictureProps, "picture" | "sizes">) {
  return (["avif", "webp"] as const).map((format) => {
    const set = srcSet(picture, format, sizes);
    return set && <source key={format} type={`image/${format}`} srcSet={set} sizes={sizes} />;
  });
}

/** Renders a picture in the best format and size for the browser; reserves its space while loading. */
export function Picture({ picture, sizes, alt, loading = "lazy", fetchPriority, className }: PictureProps) {
  const fallback = srcSet(picture, "jpeg", sizes);
  return (
    <picture>
      <PictureSources picture={picture} sizes={sizes} />
      <img
        src={mediaSrc(picture)}
        srcSet={fallback}
        sizes={fallback && sizes}
        width={picture.width}
        height={picture.height}
        alt={alt ?? picture.alt}
        loading={loading}
        fetchPriority={fetchPriority}
        decoding="async"
        className={className}
      />
    </picture>
  );
}
