import type { Amount, Currency } from "#platform/money.ts";
import type { Picture } from "#shop/catalogue/picture.ts";

/** One line of a cart, priced now. */
export interface CartLine {
  /** 32 hex characters; see line-key. On the wire: cart_item_key. */
  key: string;
  productId: number;
  variationId: number | null;
  slug: string;
  sku: string;
  name: string;
  /** Chosen options in words, in the product's order. */
  choices: readonly { label: string; value: string }[];
  quantity: number;
  unitPrice: Amount;
  unitRegularPrice: Amount;
  total: Amount;
  minQuantity: number;
  /** null means no limit. */
  maxQuantity: number | null;
  soldIndividually: boolean;
  picture: Picture | null;
  needsShipping: boolean;
}

export interface Cart {
  lines: readonly CartLine[];
  /** Sum of the line totals. */
  subtotal: Amount;
  shipping: { id: string; title: string; amount: Amount } | null;
  discount: Amount;
  tax: Amount;
  total: Amount;
  currency: Currency;
  /** 32 hex characters that change with lines and total; "" for an empty cart. Cookie and JSON carry the same. */
  hash: string;
  /** Sum of quantities. */
  itemCount: number;
}
