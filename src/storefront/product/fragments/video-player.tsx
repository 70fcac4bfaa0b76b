import type { ReactNode } from "react";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";

/** A video of the shop, or on another site. */
export interface PlayableVideo {
  /** Key in the media storage; "" for one of another site. */
  file: string;
  mediaType: string;
  /** Key of a WebVTT file; "" without. */
  captions: string;
  /** "" for others. */
  youtubeId: string;
  /** With the key of an unlisted video after a slash; "" for others. */
  vimeoId?: string;
  /** Seconds from the beginning at which a video of another site starts to play. */
  start?: number;
}

interface VideoPlayerProps {
  /** The element whose client part plays it. */
  element: "shop-video" | "shop-embed";
  video: PlayableVideo;
  /** Names the player. */
  label: string;
  /** Names the link that plays it. */
  playLabel: string;
  poster: { file: string; width: number; height: number } | null;
  /** What the poster shows. */
  children: ReactNode;
}

/**
 * Renders a poster that links to the video. The client plays it in its place; without scripts the browser's own player is there
 * (without a poster it shows the first frame), or the link leads to the other site.
 */
export function VideoPlayer({ element, video, label, playLabel, poster, children }: VideoPlayerProps) {
  const { t, lang } = useLocale();
  const { file, mediaType, youtubeId, vimeoId = "", captions } = video;
  const content = (
    <>
      <a className="media-still" href={addressOf(video)} aria-label={playLabel}>
        {children}
        <span className="media-mark">
          <Icon name="play" />
        </span>
      </a>
      {file && (
        <noscript>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the shop may have given no captions */}
          <video
            controls
            preload={poster ? "none" : "metadata"}
            playsInline
            poster={poster ? mediaSrc(poster) : undefined}
            aria-label={label}
            width={poster?.width}
            height={poster?.height}
          >
            <source src={mediaSrc({ file })} type={mediaType} />
            {captions && (
              <track
                default
                kind="captions"
                src={mediaSrc({ file: captions })}
                srcLang={lang}
                label={t("product.video.captions")}
              />
            )}
          </video>
        </noscript>
      )}
    </>
  );
  const attributes = {
    "data-youtube": youtubeId || undefined,
    "data-vimeo": vimeoId || undefined,
    "data-start": video.start || undefined,
    "data-label": label,
    "data-failed": t("product.video.failed"),
  };
  return element === "shop-video" ? (
    <shop-video {...attributes}>{content}</shop-video>
  ) : (
    <shop-embed {...attributes}>{content}</shop-embed>
  );
}

function addressOf({ file, youtubeId, vimeoId, start }: PlayableVideo): string {
  if (youtubeId) return `https://www.youtube.com/watch?v=${youtubeId}${start ? `&t=${start}s` : ""}`;
  return vimeoId ? `https://vimeo.com/${vimeoId}${start ? `#t=${start}s` : ""}` : mediaSrc({ file });
}
