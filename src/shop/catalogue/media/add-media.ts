import type { PictureLimits } from "../pictures/picture-limits.ts";
import {
  type AddedMedia,
  isRefused,
  type MediaWorkshop,
  makeMedia,
  type ReceivedFile,
  refuseOther,
} from "./make-media.ts";
import { keepUnfinished } from "./unfinished-uploads.ts";

/**
 * Adds a picture to the library: encoded from its pixels, without metadata; a job makes its sizes. A file that is there already
 * is not added again. The received file is deleted, unless storage or the database fails: then it is kept, and
 * `finishUpload` can try again.
 * @param head the first bytes of the file
 * @param unfinished is told the id under which the file was kept, before this throws
 * @throws Refusal media_refused (details: reason), pictures_busy, or the failure
 */
export async function addMedia(
  workshop: MediaWorkshop,
  { head, ...file }: ReceivedFile & { head: Uint8Array },
  limits: PictureLimits,
  unfinished: (id: number) => void,
): Promise<AddedMedia> {
  const { db, files, now } = workshop;
  const { attachments } = files;
  try {
    // Before it is decoded.
    refuseOther(head);
    const added = await makeMedia(workshop, file, limits);
    await attachments.delete(file.key);
    return added;
  } catch (error) {
    if (isRefused(error)) await attachments.delete(file.key);
    else unfinished(await keepUnfinished(db, attachments, file, now));
    throw error;
  }
}
