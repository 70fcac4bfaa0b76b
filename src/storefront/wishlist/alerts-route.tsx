import type { FastifyInstance, FastifyRequest } from "fastify";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { confirmAlerts, stopAlertsByToken } from "#shop/wishlist/alerts.ts";
import { answerPersonalPage, type PageServices } from "../rendering/public-page.ts";
import { AlertsPage, type AlertsPageState } from "./alerts-page.tsx";

/**
 * Registers the page of the links in mails about wishlists: ?confirm= and ?stop=. A POST does what the link says; mail
 * programs send it for their own unsubscribe button (RFC 8058), without cookies and without a nonce: the token is the right.
 */
export function wishlistAlertsRoute(app: FastifyInstance, services: PageServices): void {
  const answer = async (request: FastifyRequest) => {
    const { confirm, stop } = request.query as Record<string, unknown>;
    const [name, token] = typeof stop === "string" ? (["stop", stop] as const) : (["confirm", confirm] as const);
    const state = typeof token === "string" ? await stateOf(services, request, name, token) : "bad";
    const action =
      name === "stop" ? routes.stopWishlistAlerts(String(token)) : routes.confirmWishlistAlerts(String(token));
    return answerPersonalPage(services, request.visit, async ({ facts }) => ({
      title: translator(facts.settings.language)("wishlistAlerts.title"),
      description: "",
      canonicalPath: null,
      bodyClass: "",
      flags: { isAccountPage: true },
      content: <AlertsPage state={state} action={action} />,
      tags: [],
    }));
  };
  app.get(routes.wishlistAlerts(), answer);
  app.post(routes.wishlistAlerts(), answer);
}

async function stateOf(
  { db, clock }: PageServices,
  { method }: FastifyRequest,
  name: "confirm" | "stop",
  token: string,
): Promise<AlertsPageState> {
  if (method !== "POST") return name;
  if (name === "confirm") return (await confirmAlerts(db, token, clock.now())) ? "confirmed" : "bad";
  await stopAlertsByToken(db, token);
  return "stopped";
}
