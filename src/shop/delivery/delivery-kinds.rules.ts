/** Kinds of delivery, as on the wire. */
export const deliveryKinds = ["flat_rate", "free_shipping", "local_pickup"] as const;

export type DeliveryKind = (typeof deliveryKinds)[number];

export function isDeliveryKind(text: string): text is DeliveryKind {
  return (deliveryKinds as readonly string[]).includes(text);
}
