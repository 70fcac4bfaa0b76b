import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import type { ProductVideo } from "#shop/catalogue/video/product-video.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { galleryThumbnail } from "./gallery-thumbnail.ts";
import { SlideImage } from "./slide.tsx";
import { VideoPlayer } from "./video-player.tsx";

/** The video and the spin set of a product, which follow its pictures. */
export interface GalleryMedia {
  video: ProductVideo | null;
  /** See `BaseProductDetail`. */
  spin: readonly Picture[];
}

/** A slide that is no picture of its own. */
interface MediaSlide {
  kind: "video" | "spin";
  /** What is shown until it is used. Null: a video without a poster, of a product without any picture. */
  still: Picture | null;
}

/**
 * Returns the slides after the pictures.
 * @param pictures the product's, whose first one stands for a missing poster; without any, the spin set's does
 */
export function mediaSlides({ video, spin }: GalleryMedia, pictures: readonly Picture[]): MediaSlide[] {
  const [frame] = spin;
  return [
    ...(video ? [{ kind: "video" as const, still: video.poster ?? pictures[0] ?? frame ?? null }] : []),
    ...(frame && spin.length > 1 ? [{ kind: "spin" as const, still: frame }] : []),
  ];
}

const slideId = (kind: MediaSlide["kind"]) => `product-${kind}`;

/**
 * Returns the address of a slide's thumbnail. The fragment keeps scripts, which find the slide of a variation's picture by this
 * address, from taking a poster for the picture itself.
 */
function thumbnailSrc({ kind, still }: MediaSlide): string | undefined {
  return still ? `${mediaSrc(galleryThumbnail(still))}#${kind}` : undefined;
}

/** Renders the thumbnail of a video or spin set, marked as such. */
export function MediaThumbnail({ slide, name }: { slide: MediaSlide; name: string }) {
  const { t } = useLocale();
  const { kind } = slide;
  return (
    <a href={`#${slideId(kind)}`} aria-label={t(`product.${kind}.label`, { name })} className="thumb-media">
      {slide.still && (
        <img
          src={thumbnailSrc(slide)}
          alt=""
          width="200"
          height="200"
          loading="lazy"
          fetchPriority="low"
          decoding="async"
        />
      )}
      <span className="media-mark">{kind === "video" ? <Icon name="play" /> : "360°"}</span>
    </a>
  );
}

interface MediaSlidesProps extends GalleryMedia {
  /** The product's name, for labels. */
  name: string;
  pictures: readonly Picture[];
}

/**
 * Renders the slides of a video and a spin set. They have the attributes that gallery scripts read from every slide; where such a
 * script shows all slides in its own lightbox, it shows the still picture.
 */
export function MediaSlides({ name, pictures, ...media }: MediaSlidesProps) {
  const { t } = useLocale();
  return mediaSlides(media, pictures).map((slide) => (
    <div
      key={slide.kind}
      className={`woocommerce-product-gallery__image gallery-media gallery-${slide.kind}`}
      id={slideId(slide.kind)}
      data-thumb={thumbnailSrc(slide)}
      data-thumb-alt={t(`product.${slide.kind}.label`, { name })}
      data-thumb-srcset=""
      data-thumb-sizes=""
    >
      {slide.kind === "video" && media.video ? (
        <Video video={media.video} name={name} still={slide.still} />
      ) : (
        <Spin frames={media.spin} name={name} />
      )}
    </div>
  ));
}

/** Renders the video of a product below its poster. */
function Video({ video, name, still }: { video: ProductVideo; name: string; still: Picture | null }) {
  const { t } = useLocale();
  return (
    <VideoPlayer
      element="shop-video"
      video={video}
      label={t("product.video.label", { name })}
      playLabel={t("product.video.play", { name })}
      poster={still}
    >
      {still && <SlideImage placed={{ picture: still, alt: "", own: null }} urgency="low" />}
    </VideoPlayer>
  );
}

/** Width (px) of the pictures by which a product is turned. */
const frameWidth = 800;

/** Renders the first picture of a spin set, with buttons that turn it once its client part is there. */
function Spin({ frames, name }: { frames: readonly Picture[]; name: string }) {
  const { t } = useLocale();
  const [first] = frames;
  if (!first) return null;
  return (
    <shop-spin
      data-frames={JSON.stringify(frames.map((frame) => mediaSrc(frameFile(frame))))}
      data-label={t("product.spin.label", { name })}
      data-position={t("product.spin.position", { number: "{number}", total: frames.length })}
    >
      <div className="spin-view">
        <SlideImage placed={{ picture: first, alt: name, own: null }} urgency="low" />
      </div>
      <div className="spin-buttons">
        <button type="button" data-turn="-1" aria-label={t("product.spin.left")}>
          <Icon name="turnLeft" />
        </button>
        <span aria-hidden="true">360°</span>
        <button type="button" data-turn="1" aria-label={t("product.spin.right")}>
          <Icon name="turnRight" />
        </button>
      </div>
    </shop-spin>
  );
}

/** Returns the smallest WebP that is wide enough, which is sent as AVIF to browsers that accept it. */
function frameFile(frame: Picture): { file: string } {
  const made = frame.renditions.filter(({ format }) => format === "webp");
  return made.find(({ width }) => width >= frameWidth) ?? (frame.width <= frameWidth ? frame : (made.at(-1) ?? frame));
}
