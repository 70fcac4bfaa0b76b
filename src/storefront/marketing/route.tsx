import type { FastifyInstance, FastifyRequest } from "fastify";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { stopMarketingMails } from "#shop/marketing/marketing-mails.ts";
import { answerPersonalPage, type PageServices } from "../rendering/public-page.ts";
import { StopPage } from "./page.tsx";

/**
 * Registers the page of the links in marketing mails that the shop sends by itself. A POST does what the link says; mail programs
 * send it for their own unsubscribe button (RFC 8058), without cookies: the token is the right.
 */
export function marketingRoute(app: FastifyInstance, services: PageServices): void {
  const answer = async (request: FastifyRequest) => {
    const { stop } = request.query as Record<string, unknown>;
    const token = typeof stop === "string" ? stop : "";
    const isPressed = request.method === "POST";
    if (isPressed) await stopMarketingMails(services.db, token, services.clock.now());
    request.visit.reply.header("referrer-policy", "no-referrer");
    return answerPersonalPage(services, request.visit, async ({ facts }) => ({
      title: translator(facts.settings.language)("marketing.stopTitle"),
      description: "",
      canonicalPath: null,
      bodyClass: "",
      flags: {},
      content: <StopPage action={isPressed ? null : routes.stopMarketing(token)} />,
      tags: [],
    }));
  };
  app.get(routes.marketing(), answer);
  app.post(routes.marketing(), answer);
}
