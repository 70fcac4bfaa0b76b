import type { FastifyReply, FastifyRequest } from "fastify";
import { may } from "#shop/accounts/permissions.rules.ts";
import { type ClosedPart, closedPartOf } from "#shop/settings/coming-soon.rules.ts";
import type { StoreFactsKeeper } from "./store-facts.ts";
import type { Visitors } from "./visitor.ts";

interface ClosedPartServices {
  facts: Pick<StoreFactsKeeper, "get">;
  visitors: Pick<Visitors, "find">;
}

/** How much is closed to who is asking, while the shop is coming soon: nothing to those who work in it. */
export async function closedPartTo(
  { facts, visitors }: ClosedPartServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ClosedPart> {
  const part = closedPartOf((await facts.get()).settings);
  if (part === "nothing") return part;
  const user = (await visitors.find(request, reply))?.user;
  return may(user?.role ?? null, "see", "office") ? "nothing" : part;
}
