import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { storeConsentText } from "#shop/consent/consents.ts";
import { confirmSubscription, requestSubscription, stopSubscription } from "#shop/newsletter/subscriptions.ts";
import { Refusal } from "#shop/refusal.ts";
import { answerPersonalPage, type PageServices } from "../rendering/public-page.ts";
import { newsletterTextOf } from "./fragments/newsletter-text.ts";
import { NewsletterPage, type NewsletterState } from "./page.tsx";

/**
 * Registers the newsletter's page with the sign-up form, and the mailed links ?confirm= and ?stop=. A POST does what the
 * link says; mail programs send it for their own unsubscribe button (RFC 8058), without cookies: the token is the right.
 */
export function newsletterRoute(app: FastifyInstance, services: PageServices): void {
  app.get(routes.newsletter(), async (request) => {
    const link = linkOf(request);
    return show(services, request, link ? { name: link.name, action: link.action } : { name: "form" });
  });
  app.post(routes.newsletter(), async (request, reply): Promise<FastifyReply | undefined> => {
    const link = linkOf(request);
    if (link) return show(services, request, await follow(services, link));
    if (request.visit.guardStateChange()) return reply;
    return show(services, request, await subscribe(services, request));
  });
}

interface MailedLink {
  name: "confirm" | "stop";
  token: string;
  /** The address that its button posts to. */
  action: string;
}

function linkOf({ query }: FastifyRequest): MailedLink | undefined {
  const { confirm, stop } = query as Record<string, unknown>;
  if (typeof stop === "string") return { name: "stop", token: stop, action: routes.stopNewsletter(stop) };
  if (typeof confirm === "string")
    return { name: "confirm", token: confirm, action: routes.confirmNewsletter(confirm) };
  return undefined;
}

async function follow({ db, clock }: PageServices, { name, token }: MailedLink): Promise<NewsletterState> {
  if (name === "confirm")
    return { name: (await confirmSubscription(db, token, clock.now())) ? "confirmed" : "badLink" };
  await stopSubscription(db, token, clock.now());
  return { name: "stopped" };
}

async function subscribe({ db, clock, facts }: PageServices, request: FastifyRequest): Promise<NewsletterState> {
  const fields = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  const read = (name: string) => (typeof fields[name] === "string" ? fields[name] : "");
  const { settings } = await facts.get();
  const email = read("email").slice(0, 254);
  const current = newsletterTextOf(translator(settings.language), settings.language, settings.shop_name);
  // The form was of an older page: the person is to read the present text.
  if (read("text") !== current.hash) return { name: "form", email };
  await storeConsentText(db, current, clock.now());
  const source = { ip: request.ip, userAgent: request.headers["user-agent"] ?? "", read };
  try {
    await requestSubscription(db, { email, textHash: current.hash }, source, settings, clock.now());
    return { name: "asked" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "contact_invalid") return { name: "form", email, error: "newsletter.invalid" };
    if (error.code === "too_many_tries") return { name: "form", email, error: "newsletter.tooMany" };
    throw error;
  }
}

function show(services: PageServices, request: FastifyRequest, state: NewsletterState): Promise<FastifyReply> {
  request.visit.reply.header("referrer-policy", "no-referrer");
  return answerPersonalPage(services, request.visit, async ({ facts }) => ({
    title: translator(facts.settings.language)("newsletter.title"),
    description: "",
    canonicalPath: null,
    bodyClass: "",
    flags: {},
    content: <NewsletterPage state={state} shopName={facts.settings.shop_name} />,
    tags: [],
  }));
}
