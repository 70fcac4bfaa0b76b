import type { Signatures } from "#platform/signatures.ts";
import { findGoodsOf, isAwaitingFiles } from "#shop/orders/downloads/goods.ts";
import type { Order } from "#shop/orders/order.ts";
import type { Database } from "../../rendering/public-page.ts";
import { downloadLinks } from "./download-links.ts";

/** Loads what an order's page shows of its files and licence keys. */
export async function loadOrderGoods(
  { db, signatures }: { db: Database; signatures: Signatures },
  order: Order,
  now: Date,
) {
  const goods = await findGoodsOf(db, order);
  const isAwaited = await isAwaitingFiles(db, order);
  const isMailed = order.billing.email !== "";
  return { goods, isAwaited, isMailed, links: downloadLinks(signatures, goods.downloads, now), now };
}
