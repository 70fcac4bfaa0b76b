import type { Database } from "#db/database.ts";
import type { Order } from "../orders/order.ts";
import { isPaidOnDelivery } from "../payments/payment-methods.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { isToldByServer } from "./conversion-apis.ts";
import { listTold, type NewConversion, storeConversions } from "./conversions.ts";
import { saleEventId } from "./event-id.ts";
import type { SaleKind } from "./facts.rules.ts";
import { type NetworkName, networkNames, networks } from "./networks/networks.rules.ts";
import { countsAsPurchase } from "./purchase-counts.rules.ts";
import { saleFact } from "./sale-fact.ts";

/**
 * Stores what networks are to be told of an order as it is now: its purchase if it counts, or that it was refunded or cancelled
 * after they were told of the purchase. Whatever runs it how often, each is stored once. Without a network nothing is written.
 */
export async function storeOrderConversions(db: Database, order: Order, settings: Settings, now: Date): Promise<void> {
  const configured = networkNames.filter((name) => isToldByServer(name, settings));
  if (configured.length === 0) return;
  const kind = kindOf(order, settings);
  if (kind === null) return;
  const told = kind === "purchase" ? configured : await listTold(db, order.id);
  const fact = await saleFact(db, order, kind);
  // An order counts from the moment at which it was placed, or else from the change that made it count.
  const happenedAt = kind === "purchase" && order.status !== "completed" ? order.createdAt : now;
  const conversions = configured
    .filter((network) => told.includes(network))
    .map((network): NewConversion => {
      const event = networks[network].eventOf(fact);
      return {
        network,
        event: event?.name ?? kind,
        eventId: saleEventId(order.key, kind),
        sale: { orderId: order.id, kind },
        sealed: null,
        skipReason: event === null ? "the network has no such event" : consentFault(network, order),
        happenedAt,
      };
    });
  await storeConversions(db, conversions);
}

function kindOf(order: Order, settings: Settings): SaleKind | null {
  if (countsAsPurchase({ ...order, isCollected: isPaidOnDelivery(order.paymentMethod.id) }, settings))
    return "purchase";
  if (order.status === "refunded") return "refund";
  return order.status === "cancelled" || order.status === "failed" ? "cancellation" : null;
}

/** Says that the buyer did not allow it; "" if so. */
function consentFault(network: NetworkName, { tracking }: Order): string {
  const { consent } = networks[network];
  return tracking?.allowed.includes(consent) ? "" : `no consent to ${consent}`;
}
