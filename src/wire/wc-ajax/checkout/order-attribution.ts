import { mayRecordOrigin } from "#http/visit/visit-origin.ts";
import type { Attribution } from "#shop/attribution/attribution.rules.ts";
import { attributionRule } from "#shop/consent/consent.rules.ts";
import type { Checkout } from "#shop/orders/checkout/checkout.ts";
import type { Call } from "../entrance.ts";
import { attributionOf } from "./checkout-fields.ts";

type Reported = Pick<Call, "clock" | "visit" | "fields">;

/**
 * Returns where the buyer came from: as the form reports it, else as the browser's cookies say, else as the session's first
 * request did (scripts that are off or late, other clients). null if the buyer does not allow it.
 */
export async function orderAttribution(call: Reported): Promise<Checkout["attribution"]> {
  const reported = await reportedOrigin(call);
  return reported === undefined ? "as the session began" : reported;
}

/** Returns where the sender of a form came from; null if that must not be known; undefined if the request does not tell. */
export async function reportedOrigin({ clock, visit, fields }: Reported): Promise<Attribution | null | undefined> {
  const { settings } = await visit.facts();
  const rule = attributionRule(settings);
  if (rule === "no") return null;
  const reported = attributionOf(fields, visit.request.headers["user-agent"] ?? "", clock.now());
  if (reported !== undefined) return reported;
  if (!mayRecordOrigin(visit.request, settings)) return null;
  return (await visit.origin()) ?? undefined;
}
