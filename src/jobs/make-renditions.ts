import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import { makeRenditions as makeRenditionsOf } from "#shop/catalogue/pictures/make-renditions.ts";

export interface MakeRenditionsDependencies {
  db: Database;
  files: Pick<ShopFiles, "media">;
}

const payloadShape = Compile(Type.Object({ mediaId: Type.Integer() }));

/** Job `make-renditions`: creates the smaller sizes of one picture. Safe to run twice. */
export function makeRenditions({ db, files }: MakeRenditionsDependencies): Task {
  return async (payload) => {
    const { mediaId } = payloadShape.Parse(payload);
    await makeRenditionsOf(db, files.media, mediaId);
  };
}
