import { textOfHtml } from "#shop/contact/html-text.rules.ts";
import { hostedVideoOf } from "#shop/content/blocks/block-attributes.ts";
import { useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { Picture } from "#ui/picture.tsx";
import { vimeoPlayer, youtubePlayer } from "../../product/client/gallery/video-players.ts";
import { VideoPlayer } from "../../product/fragments/video-player.tsx";
import type { BlockData, BlockType, ShownBlock, ShownVideo } from "./block.ts";
import { columnSizes } from "./text-pictures.tsx";

interface VideoValues {
  src: string;
  poster: string;
  captions: string;
  title: string;
  caption: string;
}

const sourceOf = (values: { src: string; mp4: string; webm: string }) => values.src || values.mp4 || values.webm;

/** `[video]`: a poster until it is pressed; nobody else is asked for anything before. */
export const videoBlock: BlockType<"video"> = {
  needs: (values) => ({
    pictures: [values.poster],
    files: [sourceOf(values), values.captions].filter((name) => !hostedVideoOf(name)),
  }),
  frames: (values) => framesOf(sourceOf(values)),
  video: (values, _, data) => videoOf({ ...values, src: sourceOf(values) }, data),
  Block({ values, shown }) {
    return <Video values={{ ...values, src: sourceOf(values) }} shown={shown} />;
  },
};

const onlyAddress = { poster: "", captions: "", caption: "" };

/** `[embed]`: a video of another site; any other address stays a link. */
export const embedBlock: BlockType<"embed"> = {
  frames: (_, content) => framesOf(textOfHtml(content).trim()),
  video({ title }, content, data) {
    const src = textOfHtml(content).trim();
    return hostedVideoOf(src) && videoOf({ ...onlyAddress, src, title }, data);
  },
  Block({ values: { title }, shown }) {
    const src = textOfHtml(shown.content).trim();
    if (hostedVideoOf(src)) return <Video values={{ ...onlyAddress, src, title }} shown={shown} />;
    if (!/^(?:https?:\/\/|\/(?![/\\]))[^\s\\]+$/.test(src)) return null;
    return (
      <p>
        <a href={src} rel={src.startsWith("/") ? undefined : "noopener noreferrer"}>
          {title || src}
        </a>
      </p>
    );
  },
};

function framesOf(address: string): readonly string[] {
  const hosted = hostedVideoOf(address);
  return hosted ? [hosted.host === "vimeo" ? vimeoPlayer : youtubePlayer] : [];
}

/** Returns what a block plays; undefined if the shop does not have it. */
function videoOf(values: VideoValues, data: BlockData): ShownVideo | undefined {
  const hosted = hostedVideoOf(values.src);
  const file = hosted ? undefined : data.file(values.src);
  if (!hosted && !file?.mediaType.startsWith("video/")) return undefined;
  const captions = data.file(values.captions);
  const video = {
    file: file?.file ?? "",
    mediaType: file?.mediaType ?? "",
    captions: captions?.mediaType === "text/vtt" ? captions.file : "",
    youtubeId: hosted?.host === "youtube" ? hosted.id : "",
    vimeoId: hosted?.host === "vimeo" ? hosted.id : "",
    start: hosted?.start ?? 0,
  };
  return { video, title: values.title || values.caption, poster: data.picture(values.poster) };
}

function Video({ values, shown: { data } }: { values: VideoValues; shown: ShownBlock }) {
  const { t } = useLocale();
  const playable = videoOf(values, data);
  if (!playable) return null;
  const { video, poster: picture } = playable;
  return (
    <figure className="block block-video">
      <VideoPlayer
        element="shop-embed"
        video={video}
        label={values.title || t("content.block.video")}
        playLabel={values.title ? t("content.block.playNamed", { title: values.title }) : t("content.block.play")}
        poster={picture ?? null}
      >
        {picture ? (
          <Picture picture={picture} alt="" sizes={columnSizes} />
        ) : (
          <span className="block-video-title">{values.title || t("content.block.video")}</span>
        )}
      </VideoPlayer>
      {values.caption && <figcaption>{values.caption}</figcaption>}
    </figure>
  );
}

type Recording = Readonly<Record<"src" | "mp3" | "m4a" | "ogg" | "wav", string>>;

/** Returns the file that `[audio]` names; WordPress has an attribute for each ending. */
function recordingOf({ src, mp3, m4a, ogg, wav }: Recording): string {
  return src || mp3 || m4a || ogg || wav;
}

/** `[audio]`: a file of the shop in the browser's own player. */
export const audioBlock: BlockType<"audio"> = {
  needs: (values) => ({ files: [recordingOf(values)] }),
  Block({ values, shown: { data } }) {
    const { title } = values;
    const { t } = useLocale();
    const file = data.file(recordingOf(values));
    if (!file?.mediaType.startsWith("audio/")) return null;
    return (
      <figure className="block block-audio">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- sound has its text in the article */}
        <audio controls preload="none" src={mediaSrc(file)} aria-label={title || t("content.block.audio")} />
        {title && <figcaption>{title}</figcaption>}
      </figure>
    );
  },
};
