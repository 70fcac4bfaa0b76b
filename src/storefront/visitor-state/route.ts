import type { FastifyInstance } from "fastify";
import { closedPartTo } from "#http/guards/closed-part.ts";
import { wishlistCalls } from "#http/guards/nonce-actions.ts";
import type { Visit } from "#http/visit/visit.ts";
import { routes } from "#routes";
import { localeOf } from "../layout/fragments/locale-of.ts";
import { noticesHtml, takePageNotices } from "../notices/fragments/page-notices.tsx";

/**
 * Registers GET /chowk/visitor: the visitor's notices and wishes for a public page; never cached. While the whole site is closed
 * to the visitor, notices stay waiting. With `?nonces` also fresh nonces of the wishlist's calls, for pages that are older than
 * theirs.
 */
export function visitorStateRoute(app: FastifyInstance): void {
  app.get<{ Querystring: { nonces?: string } }>(routes.visitorState(), async ({ visit, query }, reply) => {
    const { settings, currency } = await visit.facts();
    const isClosed = (await closedPartTo(visit)) === "site";
    const notices = isClosed ? [] : await takePageNotices(visit);
    return reply.headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" }).send({
      notices: noticesHtml(notices, localeOf(settings.language, currency)),
      wishes: await wishesOf(visit),
      ...(query.nonces !== undefined && { nonces: await wishlistNonces(visit) }),
    });
  });
}

/** Returns the ids of items by product. A product in several lists has the item of the last one. */
async function wishesOf(visit: Visit): Promise<Record<string, number>> {
  const own = await visit.wishlists.find();
  const items = own?.lists.flatMap((list) => list.items) ?? [];
  return Object.fromEntries(items.map(({ productId, itemId }) => [productId, itemId]));
}

/** Returns the nonces of the wishlist's calls under the names that they have in the page's parameters. */
async function wishlistNonces(visit: Visit): Promise<Record<string, string>> {
  const nonces = wishlistCalls.map(async (name) => [`${name}_nonce`, await visit.nonce(name)] as const);
  return Object.fromEntries(await Promise.all(nonces));
}
