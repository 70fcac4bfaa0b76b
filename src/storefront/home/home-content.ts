import type { Amount } from "#platform/money.ts";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import type { Fact } from "#shop/catalogue/product.ts";
import type { ReviewSummary } from "#shop/reviews/review.ts";

/** The words and pictures of the home page that belong to the shopkeeper. A part that is null is left out. */
export interface HomeContent {
  hero: Hero;
  bestSellersTitle: string;
  growth: GrowthBand | null;
  deal: Deal | null;
  steps: { title: string; steps: readonly Step[] };
  voice: Voice | null;
}

/** A call to go somewhere. */
export interface Action {
  label: string;
  path: string;
}

export interface Hero {
  title: string;
  text: string;
  action: Action;
  /** For screens of 922 px and more; the words stand on its empty left. */
  wide: Picture;
  /** For smaller screens. */
  tall: Picture;
}

/** A product on the shelf in the hero picture, from left to right. */
export interface ShelfItem {
  name: string;
  path: string;
  price: Amount;
}

export interface GrowthBand {
  title: string;
  text: string;
  amounts: readonly Fact[];
  /** What it cannot do; as large as the claim. */
  limit: string;
  action: Action;
  picture: Picture;
}

export interface Deal {
  title: string;
  text: string;
  action: Action;
  /** Cut out, without a ground. */
  picture: Picture;
}

export interface Step {
  when: string;
  title: string;
  text: string;
}

/** A real review and the product's ratings. */
export interface Voice {
  quote: string;
  /** Who, and about what. */
  from: string;
  summary: ReviewSummary;
}
