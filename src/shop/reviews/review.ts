export interface Review {
  id: number;
  authorName: string;
  /** 1 to 5, null on a reply. */
  rating: number | null;
  body: string;
  isVerified: boolean;
  createdAt: Date;
  replies: readonly Review[];
}

export interface ReviewSummary {
  average: number;
  count: number;
  /** The number of reviews with 1, 2, 3, 4 and 5 stars. */
  distribution: readonly [number, number, number, number, number];
}
