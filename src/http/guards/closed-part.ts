import { may } from "#shop/accounts/permissions.rules.ts";
import { type ClosedPart, closedPartOf } from "#shop/settings/coming-soon.rules.ts";
import type { Visit } from "../visit/visit.ts";

/** Returns which part is closed to this visitor while the shop is coming soon; nothing is closed to staff. */
export async function closedPartTo(visit: Visit): Promise<ClosedPart> {
  const part = closedPartOf((await visit.facts()).settings);
  if (part === "nothing") return part;
  const user = (await visit.session.find())?.user;
  return may(user?.role ?? null, "see", "office") ? "nothing" : part;
}
