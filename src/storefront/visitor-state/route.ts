import type { FastifyInstance } from "fastify";
import { closedPartTo } from "#http/guards/closed-part.ts";
import { routes } from "#routes";
import { localeOf } from "../layout/fragments/locale-of.ts";
import { noticesHtml, takePageNotices } from "../notices/fragments/page-notices.tsx";

/**
 * Registers GET /chowk/visitor: the visitor's notices for a public page; never cached. While the whole site is closed
 * to the visitor, notices stay waiting.
 */
export function visitorStateRoute(app: FastifyInstance): void {
  app.get(routes.visitorState(), async ({ visit }, reply) => {
    const { settings, currency } = await visit.facts();
    const isClosed = (await closedPartTo(visit)) === "site";
    const notices = isClosed ? [] : await takePageNotices(visit);
    return reply
      .headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" })
      .send({ notices: noticesHtml(notices, localeOf(settings.language, currency)) });
  });
}
