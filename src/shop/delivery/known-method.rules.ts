import type { DeliveryZone } from "./delivery.ts";

/** Returns the delivery method's id on the wire if any zone has it, else null: carts store no others. */
export function knownMethodId(zones: readonly Pick<DeliveryZone, "methods">[], methodId: string | null): string | null {
  const isKnown = zones.some(({ methods }) => methods.some(({ kind, id }) => `${kind}:${id}` === methodId));
  return isKnown ? methodId : null;
}
