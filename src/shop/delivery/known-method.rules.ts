import type { DeliveryZone } from "./delivery.ts";

/** The way of delivery of this id, as on the wire, if there is such a one in any zone: a cart keeps no other. */
export function knownMethodId(zones: readonly Pick<DeliveryZone, "methods">[], methodId: string | null): string | null {
  const isKnown = zones.some(({ methods }) => methods.some(({ kind, id }) => `${kind}:${id}` === methodId));
  return isKnown ? methodId : null;
}
