import type { Picture } from "../catalogue/pictures/picture.ts";

/** Reviews and questions are about products, comments about articles. */
export type ReviewKind = "review" | "question" | "comment";

export type ReviewStatus = "approved" | "held" | "spam" | "trash";

/** A review, a question, a comment or a reply to one of them. */
export interface Review {
  id: number;
  kind: ReviewKind;
  authorName: string;
  /** 1 to 5; null on replies and questions, and where none was chosen. */
  rating: number | null;
  /** Plain text. */
  body: string;
  isVerified: boolean;
  /** Written by the shop. */
  isStaff: boolean;
  helpfulCount: number;
  createdAt: Date;
  pictures: readonly Picture[];
  /** Oldest first. */
  replies: readonly Review[];
}

export interface ReviewSummary {
  average: number;
  count: number;
  /** The number of reviews with 1, 2, 3, 4 and 5 stars. */
  distribution: readonly [number, number, number, number, number];
}
