import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import { deleteUnownedFile } from "#shop/catalogue/media/media-files.ts";

export interface DeleteMediaFilesDependencies {
  db: Database;
  files: Pick<ShopFiles, "media">;
}

const payloadShape = Compile(Type.Object({ file: Type.String() }));

/** Job `delete-media-files`: deletes the files of a picture that was deleted from the library. Safe to run twice. */
export function deleteMediaFiles({ db, files }: DeleteMediaFilesDependencies): Task {
  return async (payload) => {
    await deleteUnownedFile(db, files.media, payloadShape.Parse(payload).file);
  };
}
