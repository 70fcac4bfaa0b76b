import type { Notice } from "../../accounts/sessions/sessions.ts";

/** Returns the notice that a line's quantity was raised to the minimum, or lowered to what can be ordered. */
export function limitNotice(name: string, quantity: number, isRaised: boolean): Notice {
  if (isRaised)
    return { kind: "error", messageKey: "notices.refused.quantity_too_small", values: { name, min: quantity } };
  return { kind: "error", messageKey: "notices.held", values: { name, quantity } };
}
