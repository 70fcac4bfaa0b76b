import type { Notice } from "../../accounts/sessions/sessions.ts";

/** That a line holds `quantity` pieces: raised to the fewest that it is sold in, or all that can be ordered. */
export function limitNotice(name: string, quantity: number, isRaised: boolean): Notice {
  if (isRaised)
    return { kind: "error", messageKey: "notices.refused.quantity_too_small", values: { name, min: quantity } };
  return { kind: "error", messageKey: "notices.held", values: { name, quantity } };
}
