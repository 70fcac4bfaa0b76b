import type { FastifyInstance } from "fastify";
import { closedPartTo } from "#http/guards/closed-part.ts";
import { quantityNonce, wishlistCalls } from "#http/guards/nonce-actions.ts";
import type { Visit } from "#http/visit/visit.ts";
import { routes } from "#routes";
import { localeOf } from "../layout/fragments/locale-of.ts";
import { noticesHtml, takePageNotices } from "../notices/fragments/page-notices.tsx";

/**
 * Registers GET /chowk/visitor: the visitor's notices and wishes for a public page; never cached. While the whole site is closed
 * to the visitor, notices stay waiting. With `?nonces` also fresh nonces of calls, for pages that are older than theirs.
 */
export function visitorStateRoute(app: FastifyInstance): void {
  app.get<{ Querystring: { nonces?: string } }>(routes.visitorState(), async ({ visit, query }, reply) => {
    const { settings, currency } = await visit.facts();
    const isClosed = (await closedPartTo(visit)) === "site";
    const notices = isClosed ? [] : await takePageNotices(visit);
    return reply.headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" }).send({
      notices: noticesHtml(notices, localeOf(settings.language, currency)),
      wishes: await wishesOf(visit),
      ...(query.nonces !== undefined && { nonces: await freshNonces(visit) }),
    });
  });
}

/** Returns the visitor's wished products by id. */
async function wishesOf(visit: Visit): Promise<Record<string, 1>> {
  const own = await visit.wishlists.find();
  return Object.fromEntries(Array.from(own?.itemIds.keys() ?? [], (productId) => [productId, 1] as const));
}

/** Nonces that our client renews: name in the answer, and action. */
const renewedNonces: readonly (readonly [name: string, action: string])[] = [
  ...wishlistCalls.map((name) => [`${name}_nonce`, name] as const),
  [quantityNonce, quantityNonce],
];

/** Returns fresh nonces. Those of the wishlist have the names that they have in the page's parameters. */
async function freshNonces(visit: Visit): Promise<Record<string, string>> {
  const nonces = renewedNonces.map(async ([name, action]) => [name, await visit.nonce(action)] as const);
  return Object.fromEntries(await Promise.all(nonces));
}
