/** The orders in which reviews can be listed, the default first. */
export const reviewOrders = ["newest", "highest", "lowest", "helpful"] as const;
export type ReviewOrder = (typeof reviewOrders)[number];

/** Reviews on a page; more are behind a link. */
export const reviewsPerPage = 20;

/** Comments on a page of an article, without their replies. */
export const commentsPerPage = 20;

/** Questions on a page. */
export const questionsPerPage = 5;

/** Approved replies after which a thread takes no more, so that one thread cannot fill a page. */
export const maxReplies = 100;

/** How deep replies to replies are nested; deeper ones cannot be answered. */
export const maxDepth = 5;

/** Which reviews of a product are listed, and how. */
export interface ReviewSelection {
  order: ReviewOrder;
  /** Only reviews with this rating; null: all. */
  stars: number | null;
}

/** Reads a selection from the texts of an address; unknown ones are ignored. */
export function reviewSelection(order: string | null, stars: string | null): ReviewSelection {
  return {
    order: reviewOrders.find((one) => one === order) ?? "newest",
    stars: stars !== null && /^[1-5]$/.test(stars) ? Number(stars) : null,
  };
}

/** Returns the order as addresses spell it; the default is "". */
export function spelledOrder({ order }: ReviewSelection): string {
  return order === "newest" ? "" : order;
}

/** Whether a selection is that of an address without any. */
export function isWhole({ order, stars }: ReviewSelection): boolean {
  return order === "newest" && stars === null;
}
