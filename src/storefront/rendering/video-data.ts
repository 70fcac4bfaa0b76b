import { routes } from "#routes";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import { mediaSrc } from "#ui/media-src.ts";
import { vimeoPlayer, youtubePlayer } from "../product/client/gallery/video-players.ts";
import type { PlayableVideo } from "../product/fragments/video-player.tsx";
import { type DrawnPage, type NamedShop, sharePictureFile } from "./share-picture-file.ts";
import type { StructuredData } from "./structured-data.ts";

/** A video and what search engines are told about it. */
export interface DescribedVideo {
  video: Omit<PlayableVideo, "mediaType" | "captions">;
  name: string;
  /** "": the name. */
  description: string;
  /** undefined: the share picture of its page. */
  still: Pick<Picture, "file"> | undefined;
  uploadedAt: Date;
}

/** Returns the structured data of a video, with all properties that search engines require. @param page with the video */
export function videoData(
  { video, name, description, still, uploadedAt }: DescribedVideo,
  page: DrawnPage,
  shop: NamedShop,
  siteUrl: string,
): StructuredData {
  const thumbnail = still ? mediaSrc(still) : routes.sharePicture(sharePictureFile(page, shop));
  const player = playerOf(video);
  return {
    "@type": "VideoObject",
    name,
    description: description || name,
    thumbnailUrl: siteUrl + thumbnail,
    uploadDate: uploadedAt.toISOString(),
    ...(player ? { embedUrl: player } : { contentUrl: siteUrl + mediaSrc({ file: video.file }) }),
  };
}

/** Returns the address of another site's player for a video; undefined for a file of the shop. */
function playerOf({ youtubeId, vimeoId = "" }: DescribedVideo["video"]): string | undefined {
  if (youtubeId) return `${youtubePlayer}/embed/${youtubeId}`;
  const [id, key] = vimeoId.split("/");
  return id ? `${vimeoPlayer}/video/${id}${key === undefined ? "" : `?h=${key}`}` : undefined;
}
