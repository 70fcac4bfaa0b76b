import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import type { User } from "#shop/accounts/user.ts";
import { storeConsentText } from "#shop/consent/consents.ts";
import {
  findPreferences,
  findPreferencesToken,
  newsletterKinds,
  requestPreferencesLink,
  savePreferences,
} from "#shop/newsletter/preferences.ts";
import {
  confirmSubscription,
  findConfirmation,
  requestSubscription,
  stopSubscription,
} from "#shop/newsletter/subscriptions.ts";
import { Refusal } from "#shop/refusal.ts";
import { accountUserOf, signOutHrefOf } from "../account/fragments/account-visit.ts";
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
    const user = await ownerOf(services, request, link);
    if (link) return show(services, request, await stateOfLink(services, link), user);
    return show(services, request, { name: isFinding(request) ? "find" : "form", email: user?.email ?? "" }, user);
  });
  app.post(routes.newsletter(), async (request, reply): Promise<FastifyReply | undefined> => {
    const link = linkOf(request);
    const user = await ownerOf(services, request, link);
    if (link) return show(services, request, await follow(services, link, request.body), user);
    if (request.visit.guardStateChange()) return reply;
    const state = await (isFinding(request) ? find(services, request) : subscribe(services, request));
    return show(services, request, state, user);
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

/** Returns the signed-in user whose account the page belongs to: no link of another address was followed. */
async function ownerOf({ db }: PageServices, { visit }: FastifyRequest, link: MailedLink | undefined) {
  const user = await accountUserOf(visit);
  if (!user || !link) return user;
  return (await findPreferencesToken(db, user.email)) === link.token ? user : undefined;
}

async function stateOfLink({ db, clock }: PageServices, { name, token }: MailedLink): Promise<NewsletterState> {
  if (name === "confirm") {
    const found = await findConfirmation(db, token, clock.now());
    if (found !== "open") return { name: found === "done" ? "already" : "badLink" };
  }
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

async function show(
  services: PageServices,
  { visit }: FastifyRequest,
  state: NewsletterState,
  user: User | undefined,
): Promise<FastifyReply> {
  const account = user ? { path: visit.path, signOutHref: await signOutHrefOf(visit) } : null;
  return answerPersonalPage(services, visit, async ({ facts }) => ({
    title: translator(facts.settings.language)("newsletter.title"),
    description: "",
    canonicalPath: null,
    bodyClass: "",
    flags: { hasNewsletterForm: state.name === "form", isAccountPage: true },
    content: <NewsletterPage state={state} settings={facts.settings} account={account} />,
    tags: [],
  }));
}
