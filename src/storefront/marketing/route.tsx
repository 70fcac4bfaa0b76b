import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { findRememberedCart } from "#shop/marketing/cart-reminders.ts";
import { stopMarketingMails } from "#shop/marketing/marketing-mails.ts";
import { answerPersonalPage, type PageServices } from "../rendering/public-page.ts";
import { MailedLinkPage, type MailedLinkState } from "./page.tsx";

/**
 * Registers the page of the links in marketing mails that the shop sends by itself: ?stop= and ?cart=. A POST to ?stop= ends the
 * mails; mail programs send it for their own unsubscribe button (RFC 8058), without cookies: the token is the right.
 */
export function marketingRoute(app: FastifyInstance, services: PageServices): void {
  app.get(routes.marketing(), async (request) => {
    const { cart } = request.query as Record<string, unknown>;
    const state = typeof cart === "string" ? await cartState(services, cart) : stopState(request);
    return show(services, request, state);
  });
  app.post(routes.marketing(), async (request) => {
    await stopMarketingMails(services.db, stopTokenOf(request), services.clock.now());
    return show(services, request, { name: "stopped" });
  });
}

async function cartState({ db, clock }: PageServices, token: string): Promise<MailedLinkState> {
  return (await findRememberedCart(db, token, clock.now())) ? { name: "cart", token } : { name: "gone" };
}

function stopState(request: FastifyRequest): MailedLinkState {
  return { name: "stop", token: stopTokenOf(request) };
}

function stopTokenOf({ query }: FastifyRequest): string {
  const { stop } = query as Record<string, unknown>;
  return typeof stop === "string" ? stop : "";
}

function show(services: PageServices, request: FastifyRequest, state: MailedLinkState): Promise<FastifyReply> {
  return answerPersonalPage(services, request.visit, async ({ facts }) => {
    const isCart = state.name === "cart" || state.name === "gone";
    return {
      title: translator(facts.settings.language)(isCart ? "marketing.cartTitle" : "marketing.stopTitle"),
      description: "",
      canonicalPath: null,
      bodyClass: "",
      flags: { isAccountPage: true },
      content: <MailedLinkPage state={state} />,
      tags: [],
    };
  });
}
