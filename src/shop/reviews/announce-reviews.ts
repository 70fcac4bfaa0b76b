import { announceChange, type Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";

/** A review that is shown, or no longer is. */
export interface ChangedReview {
  productId: number | null;
  articleId: number | null;
  rating: number | null;
}

/** Announces reviews that have become visible, or no longer are. Ratings are part of listings too. */
export async function announceReviews(db: Database, changed: readonly ChangedReview[]): Promise<void> {
  const tags = changed.flatMap(({ productId, articleId }): Tag[] => [
    ...(productId === null ? [] : [`product:${productId}` as const]),
    ...(articleId === null ? [] : [`article:${articleId}` as const]),
  ]);
  const ofListings: Tag[] = changed.some(({ rating }) => rating !== null) ? ["products"] : [];
  await announceChange(db, [...new Set([...tags, ...ofListings])]);
}
