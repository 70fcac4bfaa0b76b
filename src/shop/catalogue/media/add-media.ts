import type { PictureLimits } from "../pictures/picture-limits.ts";
import {
  type AddedMedia,
  type ImageProcessor,
  isRefused,
  makeMedia,
  type ReceivedFile,
  refuseOther,
} from "./make-media.ts";
import { checkArticle } from "./media-texts.ts";
import { keepUnfinished } from "./unfinished-uploads.ts";

/**
 * Adds a picture to the library: encoded from its pixels, without metadata; a job makes its sizes. A file that is there already
 * is not added again, but its texts fill those that are empty in the library. The received file is deleted, unless storage or the
 * database fails: then it is kept, and `finishUpload` can try again.
 * @param head the first bytes of the file
 * @param unfinished is told the id under which the file was kept, before this throws
 * @throws Refusal media_refused (details: reason), media_article_unknown, pictures_busy, or the failure
 */
export async function addMedia(
  processor: ImageProcessor,
  { head, ...file }: ReceivedFile & { head: Uint8Array },
  limits: PictureLimits,
  unfinished: (id: number) => void,
): Promise<AddedMedia> {
  const { db, files, now } = processor;
  const { attachments } = files;
  try {
    // Before it is decoded.
    refuseOther(head);
    await checkArticle(db, file.texts);
    const added = await makeMedia(processor, file, limits);
    await attachments.delete(file.key);
    return added;
  } catch (error) {
    if (isRefused(error)) await attachments.delete(file.key);
    else unfinished(await keepUnfinished(db, attachments, file, now));
    throw error;
  }
}
