import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import { publishPictures } from "#shop/reviews/review-pictures.ts";

export interface ReviewPicturesDependencies {
  db: Database;
  files: Pick<ShopFiles, "attachments" | "media">;
}

const payloadShape = Compile(Type.Object({ reviewId: Type.Integer() }));

/** Job `review-pictures`: makes the pictures of an approved review public. Safe to run twice. */
export function reviewPictures({ db, files }: ReviewPicturesDependencies): Task {
  return async (payload) => {
    const { reviewId } = payloadShape.Parse(payload);
    await publishPictures(db, files, reviewId);
  };
}
