import type { FastifyInstance } from "fastify";
import { closedPartTo } from "#http/guards/closed-part.ts";
import { routes } from "#routes";
import { localeOf } from "../layout/fragments/locale-of.ts";
import { takePageNotices } from "../notices/fragments/notice-words.ts";
import { noticesHtml } from "../notices/fragments/notices-html.tsx";

/**
 * GET /chowk/visitor: what only this visitor sees on a page that is the same for everybody. Never kept anywhere. Where every
 * such page is closed to him, notices wait.
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
