import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import { deleteUnusedPictures, settlePictures } from "#shop/reviews/review-pictures.ts";

export interface ReviewPicturesDependencies {
  db: Database;
  files: Pick<ShopFiles, "attachments" | "media">;
}

const payloadShape = Compile(Type.Object({ reviewId: Type.Union([Type.Integer(), Type.Null()]) }));

/** Pictures of deleted reviews that one run deletes; a nightly job deletes the rest. */
const deletedAtOnce = 500;

/** Job `review-pictures`: publishes or hides the pictures of a review, or deletes those of deleted ones. Safe to run twice. */
export function reviewPictures({ db, files }: ReviewPicturesDependencies): Task {
  return async (payload) => {
    const { reviewId } = payloadShape.Parse(payload);
    if (reviewId === null) await deleteUnusedPictures(db, files, deletedAtOnce);
    else await settlePictures(db, files, reviewId);
  };
}
