import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { storeConsentText } from "#shop/consent/consents.ts";
import {
  findPreferences,
  newsletterKinds,
  requestPreferencesLink,
  savePreferences,
} from "#shop/newsletter/preferences.ts";
import { confirmSubscription, requestSubscription, stopSubscription } from "#shop/newsletter/subscriptions.ts";
import { Refusal } from "#shop/refusal.ts";
import { answerPersonalPage, type PageServices } from "../rendering/public-page.ts";
import { newsletterTextOf } from "./fragments/newsletter-text.ts";
import { NewsletterPage, type NewsletterState } from "./page.tsx";

/**
 * Registers the newsletter's page with the sign-up form, ?find, which mails a link to the preferences, and the mailed links ?confirm=,
 * ?preferences= and ?stop=. A POST does what the link says; mail programs send it for their own unsubscribe button (RFC 8058),
 * without cookies: the token is the right.
 */
export function newsletterRoute(app: FastifyInstance, services: PageServices): void {
  app.get(routes.newsletter(), async (request) => {
    const link = linkOf(request);
    if (link) return show(services, request, await stateOfLink(services, link));
    return show(services, request, { name: isFinding(request) ? "find" : "form" });
  });
  app.post(routes.newsletter(), async (request, reply): Promise<FastifyReply | undefined> => {
    const link = linkOf(request);
    if (link) return show(services, request, await follow(services, link, request.body));
    if (request.visit.guardStateChange()) return reply;
    return show(services, request, await (isFinding(request) ? find(services, request) : subscribe(services, request)));
  });
}

interface MailedLink {
  name: "confirm" | "preferences" | "stop";
  token: string;
}

/** The addresses that the buttons of mailed links post to. */
const actions = { confirm: routes.confirmNewsletter, stop: routes.stopNewsletter } as const;

function linkOf({ query }: FastifyRequest): MailedLink | undefined {
  const given = query as Record<string, unknown>;
  for (const name of ["stop", "confirm", "preferences"] as const) {
    const token = given[name];
    if (typeof token === "string") return { name, token };
  }
  return undefined;
}

function isFinding({ query }: FastifyRequest): boolean {
  return Object.hasOwn(query as object, "find");
}

async function stateOfLink({ db }: PageServices, { name, token }: MailedLink): Promise<NewsletterState> {
  if (name !== "preferences") return { name, action: actions[name](token) };
  const preferences = await findPreferences(db, token);
  return preferences ? { name, preferences, isSaved: false } : { name: "badLink" };
}

async function follow(
  { db, clock }: PageServices,
  { name, token }: MailedLink,
  body: unknown,
): Promise<NewsletterState> {
  if (name === "confirm")
    return { name: (await confirmSubscription(db, token, clock.now())) ? "confirmed" : "badLink" };
  if (name === "preferences") {
    const given = [(body as { kinds?: unknown } | null)?.kinds].flat();
    const preferences = { token, kinds: newsletterKinds.filter((kind) => given.includes(kind)) };
    if (preferences.kinds.length > 0)
      return (await savePreferences(db, preferences)) ? { name, preferences, isSaved: true } : { name: "badLink" };
  }
  await stopSubscription(db, token, clock.now());
  return { name: "stopped" };
}

async function subscribe({ db, clock, facts }: PageServices, request: FastifyRequest): Promise<NewsletterState> {
  const read = readerOf(request);
  const { settings } = await facts.get();
  const email = read("email").slice(0, 254);
  const current = newsletterTextOf(translator(settings.language), settings.language, settings.shop_name);
  // The form was of an older page: the person is to read the present text.
  if (read("text") !== current.hash) return { name: "form", email };
  await storeConsentText(db, current, clock.now());
  const source = { ip: request.ip, userAgent: request.headers["user-agent"] ?? "", read };
  const error = await errorOf(
    requestSubscription(db, { email, textHash: current.hash }, source, settings, clock.now()),
  );
  return error ? { name: "form", email, error } : { name: "asked" };
}

async function find({ db, clock }: PageServices, request: FastifyRequest): Promise<NewsletterState> {
  const email = readerOf(request)("email").slice(0, 254);
  const error = await errorOf(requestPreferencesLink(db, email, request.ip, clock.now()));
  return error ? { name: "find", email, error } : { name: "found" };
}

function readerOf({ body }: FastifyRequest): (name: string) => string {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  return (name) => (typeof fields[name] === "string" ? fields[name] : "");
}

/** Returns the message of an expected refusal. */
async function errorOf(request: Promise<void>): Promise<"newsletter.invalid" | "newsletter.tooMany" | undefined> {
  try {
    await request;
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "contact_invalid") return "newsletter.invalid";
    if (error.code === "too_many_tries") return "newsletter.tooMany";
    throw error;
  }
}

function show(services: PageServices, request: FastifyRequest, state: NewsletterState): Promise<FastifyReply> {
  return answerPersonalPage(services, request.visit, async ({ facts }) => ({
    title: translator(facts.settings.language)("newsletter.title"),
    description: "",
    canonicalPath: null,
    bodyClass: "",
    flags: { hasNewsletterForm: state.name === "form", isAccountPage: true },
    content: <NewsletterPage state={state} settings={facts.settings} />,
    tags: [],
  }));
}
