import type { Amount } from "#platform/money.ts";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import type { Fact } from "#shop/catalogue/product.ts";
import type { ReviewSummary } from "#shop/reviews/review.ts";

/** The shopkeeper's texts and pictures for the home page. Parts that are null are left out. */
export interface HomeContent {
  hero: Hero;
  bestSellersTitle: string;
  growth: GrowthBand | null;
  deal: Deal | null;
  carousel: { title: string; slides: readonly Slide[] } | null;
  backdrop: Backdrop | null;
  steps: { title: string; steps: readonly Step[] };
  voice: Voice | null;
}

/** A call-to-action link. */
export interface Action {
  label: string;
  path: string;
}

export interface Hero {
  title: string;
  text: string;
  action: Action;
  /** For screens of 922 px and more; its left side is kept free for the text. */
  wide: Picture;
  /** For smaller screens. */
  tall: Picture;
}

/** A product in the hero picture, in order from left to right. */
export interface ShelfItem {
  name: string;
  path: string;
  price: Amount;
}

export interface GrowthBand {
  title: string;
  text: string;
  amounts: readonly Fact[];
  /** The product's limits; shown as large as the claim. */
  limit: string;
  action: Action;
  picture: Picture;
}

export interface Deal {
  title: string;
  text: string;
  action: Action;
  /** Cut out, without a background. */
  picture: Picture;
}

/** A link with a picture and a line of text. */
export interface Slide extends Action {
  text: string;
  picture: Picture;
}

export interface Backdrop {
  title: string;
  text: string;
  action: Action;
  /** Lies behind the text; the text's side of it is free. */
  picture: Picture;
}

export interface Step {
  when: string;
  title: string;
  text: string;
}

/** A real review and the product's rating. */
export interface Voice {
  quote: string;
  /** Author and product. */
  from: string;
  summary: ReviewSummary;
}
