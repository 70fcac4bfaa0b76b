import type { FastifyInstance } from "fastify";
import { sendStoredFile } from "#http/files/send-stored-file.ts";
import { closedPartTo } from "#http/guards/closed-part.ts";
import type { ShopServices } from "#http/shop-services.ts";
import { type FileStorage, putContent } from "#platform/storage/storage.ts";
import { patterns } from "#routes";
import { findSharedTitle } from "#shop/content/shared-titles.ts";
import { sharePictureFile } from "../rendering/share-picture-file.ts";
import { Drawings } from "./drawings.ts";
import { drawSharePicture, readSharePictureFile } from "./share-picture.ts";

/** Folder of the pictures in the storage of media. */
const folder = "share/";

/**
 * Registers GET /share/{file}: the drawn picture that networks show for a shared page without a picture. It is drawn when
 * it is asked for the first time, and kept. Names that no published page has at the moment are not found.
 */
export function sharePictures(
  app: FastifyInstance,
  { db, clock, media }: Pick<ShopServices, "db" | "clock"> & { media: FileStorage },
): void {
  const drawings = new Drawings();
  app.get<{ Params: { file: string } }>(patterns.sharePicture, async (request, reply) => {
    const { file } = request.params;
    const asked = readSharePictureFile(file);
    if (!asked || !(await isOpen(asked.kind, request.visit))) return reply.callNotFound();
    const title = await findSharedTitle(db, asked.kind, asked.id, clock.now());
    const { settings } = await request.visit.facts();
    if (title === undefined || sharePictureFile({ ...asked, title }, settings) !== file) return reply.callNotFound();
    if ((await sendStoredFile(request, reply, media, folder + file)) === "sent") return reply;
    // Other requests need not wait until this drawing's turn comes.
    request.endTurn?.();
    const isDrawn = await drawings.draw(file, async () => {
      await putContent(media, folder + file, await drawSharePicture({ ...asked, title }, settings));
      await deleteOlder(media, file);
    });
    if (!isDrawn) return reply.code(503).headers({ "retry-after": "5", "cache-control": "no-store" }).send();
    if ((await sendStoredFile(request, reply, media, folder + file)) !== "sent") return reply.callNotFound();
    return reply;
  });
}

async function isOpen(kind: "product" | "article", visit: Parameters<typeof closedPartTo>[0]): Promise<boolean> {
  const closed = await closedPartTo(visit);
  return closed === "nothing" || (closed === "store" && kind === "article");
}

/** Deletes the pictures of the page with earlier titles. */
async function deleteOlder(media: FileStorage, file: string): Promise<void> {
  const page = folder + file.replace(/[\da-f]{16}\.jpg$/, "");
  for await (const { key } of media.list(page)) if (key !== folder + file) await media.delete(key);
}
