import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import type { Order } from "#shop/orders/order.ts";
import type { LoadedPage, PageServices } from "../../rendering/public-page.ts";

/** Returns the pictures of an order's products by product id; deleted products are missing. */
export async function orderPictures(
  { cards }: Pick<PageServices, "cards">,
  order: Order,
  { facts, now }: Pick<LoadedPage, "facts" | "now">,
): Promise<Map<number, Picture>> {
  const ids = order.lines.flatMap(({ productId }) => productId ?? []);
  const shown = await cards.list([...new Set(ids)], facts, now);
  return new Map(shown.cards.flatMap(({ id, pictures: [first] }) => (first ? [[id, first] as const] : [])));
}
