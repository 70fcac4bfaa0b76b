import type { FastifyInstance } from "fastify";
import { closedPartTo } from "#http/closed-part.ts";
import { routes } from "#routes";
import { localeOf } from "../layout/fragments/locale-of.ts";
import { noticesHtml } from "../notices/fragments/notices-html.tsx";
import type { PersonalServices } from "../rendering/personal-services.ts";

/**
 * GET /chowk/visitor: what only this visitor sees on a page that is the same for everybody. Never kept anywhere. Where every
 * such page is closed to him, notices wait.
 */
export function visitorStateRoute(app: FastifyInstance, services: PersonalServices): void {
  app.get(routes.visitorState(), async (request, reply) => {
    const { settings, currency } = await services.facts.get();
    const isClosed = (await closedPartTo(services, request, reply)) === "site";
    const notices = isClosed ? [] : await services.takeNotices(request, reply);
    return reply
      .headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" })
      .send({ notices: noticesHtml(notices, localeOf(settings.language, currency)) });
  });
}
