import type { Amount } from "#platform/money.ts";
import type { BulkOffer } from "./bulk-offer.rules.ts";
import type { PageValues } from "./fields/product-values.ts";
import type { LengthUnit, WeightUnit } from "./measures.rules.ts";
import type { Picture } from "./pictures/picture.ts";
import type { ProductVideo } from "./video/product-video.ts";

export type ProductType = "simple" | "variable" | "grouped" | "external";
export type StockStatus = "instock" | "outofstock" | "onbackorder";
export type Backorders = "no" | "notify" | "yes";

/** The content of a price label: a range if variations differ, an old price if reduced. Amounts in minor units. */
export interface PriceLabel {
  min: Amount;
  max: Amount;
  /** The regular price of what costs `min` if that is reduced, else null. */
  was: Amount | null;
  /** The most that a variation saves; 0 without a sale. */
  saving: Amount;
}

/** Whether and how many can be bought now. */
export interface Availability {
  status: StockStatus;
  isPurchasable: boolean;
  /** The number left, if it is shown (at or below the low-stock amount, or as the store is set). */
  remaining: number | null;
  minQuantity: number;
  /** null: no limit. */
  maxQuantity: number | null;
  soldIndividually: boolean;
  backorders: Backorders;
}

export interface Rating {
  /** Mean of 1 to 5, rounded to two decimals; 0 without ratings. */
  average: number;
  count: number;
}

/** An offer as advertised. */
export interface ShownOffer extends BulkOffer {
  /** The names of the options that it is for; "" for all. */
  of: string;
}

/** A product in a listing. */
export interface ProductCard {
  id: number;
  type: ProductType;
  slug: string;
  sku: string;
  name: string;
  /** null: no price, cannot be bought. */
  price: PriceLabel | null;
  /** A bulk price below that of single pieces; null: none. */
  bulkOffer: ShownOffer | null;
  rating: Rating;
  availability: Availability;
  /** The featured picture and, if there is one, the second. */
  pictures: readonly Picture[];
  isVirtual: boolean;
  isDownloadable: boolean;
  /** External products only. */
  externalUrl: string;
  buttonText: string;
  /**
   * Rows of the table that opens the description: Brand, Item Form, Quantity, Delivery Time, Shipping, Offer, Imported
   * From.
   */
  facts: readonly Fact[];
  /** Its categories, deepest first. */
  categories: readonly CategoryRef[];
}

export interface Fact {
  label: string;
  value: string;
}

export interface CategoryRef {
  id: number;
  name: string;
  slug: string;
  /** Slugs from the root, joined by "/": the path after /product-category/. */
  path: string;
}

/** An attribute as the product page shows it. */
export interface ProductAttribute {
  /** Wire slug: the form field is attribute_{slug}. */
  slug: string;
  name: string;
  isVisible: boolean;
  isForVariations: boolean;
  options: readonly AttributeOption[];
  /** Default wire value, or "". */
  defaultValue: string;
}

export interface AttributeOption {
  /** Wire value. */
  value: string;
  label: string;
  /** null: none, as for all options of attributes of a single product. */
  swatch: Swatch | null;
}

/** What a choice shown as swatches shows of an option: a colour as #rrggbb, or a picture. */
export type Swatch = { colour: string } | { picture: Picture };

/** A variation as the form and the wire need it. */
export interface Variation {
  id: number;
  sku: string;
  /** Wire value by attribute slug; "" means any. */
  attributes: Readonly<Record<string, string>>;
  regularPrice: Amount;
  price: Amount;
  /** Its own or its product's, if it saves something. */
  bulkOffer: BulkOffer | null;
  availability: Availability;
  picture: Picture | null;
  description: string;
  weight: Weight | null;
  dimensions: Dimensions | null;
  isVirtual: boolean;
  isDownloadable: boolean;
}

/** In the store's unit. */
export interface Weight {
  value: number;
  unit: WeightUnit;
}

/** In the store's unit. */
export interface Dimensions {
  length: number;
  width: number;
  height: number;
  unit: LengthUnit;
}

/** Everything that a product page shows of the product itself. */
export interface BaseProductDetail extends ProductCard, PageValues {
  /** Sanitised HTML without the opening table (see facts). */
  description: string;
  allPictures: readonly Picture[];
  video: ProductVideo | null;
  /** Pictures from all sides, in the order in which the front moves to the right; empty without. */
  spin: readonly Picture[];
  attributes: readonly ProductAttribute[];
  variations: readonly Variation[];
  /** Out of stock, in a shop that hides such products: only for back-in-stock requests. */
  hiddenVariations: readonly Variation[];
  tags: readonly { name: string; slug: string }[];
  /** Breadcrumbs from the root category to the product's deepest category. */
  categoryTrail: readonly CategoryRef[];
  weight: Weight | null;
  dimensions: Dimensions | null;
}

/** Everything that a product page shows. */
export interface ProductDetail extends BaseProductDetail {
  /** Members of a grouped product; else empty. */
  members: readonly ProductCard[];
  upsells: readonly ProductCard[];
  related: readonly ProductCard[];
}

export interface CategoryCard extends CategoryRef {
  description: string;
  picture: Picture | null;
}
