import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import type { Order } from "#shop/orders/order.ts";
import type { LoadedPage, PageServices } from "../../rendering/public-page.ts";

/** Pictures of the products in an order, by product id, as far as they still exist. */
export async function orderPictures(
  { cards }: Pick<PageServices, "cards">,
  order: Order,
  { facts, now }: Pick<LoadedPage, "facts" | "now">,
): Promise<Map<number, Picture>> {
  const ids = order.lines.flatMap(({ productId }) => productId ?? []);
  const shown = await cards.list([...new Set(ids)], facts, now);
  return new Map(shown.cards.flatMap(({ id, pictures: [first] }) => (first ? [[id, first] as const] : [])));
}
