import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { consentOf, consentProof, hasPrivacySignal, recordedConsentOf } from "#http/visit/visit-consent.ts";
import { expiredOrigin } from "#http/visit/visit-origin.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { asksForConsent, attributionRule, type Consent, nothingAllowed } from "#shop/consent/consent.rules.ts";
import { findConsentText, storeConsentText, storeSessionConsent } from "#shop/consent/consents.ts";
import { answerPersonalPage, type PageServices } from "../rendering/public-page.ts";
import { consentTextOf } from "./fragments/consent-text.ts";
import { PrivacyChoicesPage } from "./page.tsx";

/** Registers the page of privacy choices. A POST saves them: `choice` is accept, refuse, save or choose. */
export function consentRoute(app: FastifyInstance, services: PageServices): void {
  app.get(routes.privacyChoices(), async (request, reply) => {
    if (!(await isAsked(services))) return reply.callNotFound();
    return answerPersonalPage(services, request.visit, async ({ facts, query }) => ({
      title: translator(facts.settings.language)("consent.title"),
      description: "",
      canonicalPath: null,
      bodyClass: "privacy-choices",
      flags: {},
      content: (
        <PrivacyChoicesPage
          allowed={consentOf(request, facts.settings)}
          hasSignal={hasPrivacySignal(request)}
          isSaved={query.has("saved")}
        />
      ),
      tags: [],
    }));
  });
  app.post(routes.privacyChoices(), async (request, reply) => {
    if (!(await isAsked(services))) return reply.callNotFound();
    if (request.visit.guardStateChange()) return reply;
    return saveChoice(services, request, reply);
  });
}

async function isAsked({ facts }: PageServices): Promise<boolean> {
  return asksForConsent((await facts.get()).settings);
}

async function saveChoice(services: PageServices, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { db, clock, facts, signatures } = services;
  const { visit } = request;
  const fields = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  const chosen = hasPrivacySignal(request) ? nothingAllowed : choiceIn(fields);
  const text = await textOf(services, fields.text);
  if (!chosen || text === undefined) return reply.redirect(routes.privacyChoices(), 303);
  const now = clock.now();
  const { settings } = await facts.get();
  visit.cookies.setConsent(chosen, consentProof(signatures, chosen, text, now));
  if (!chosen.marketing && attributionRule(settings) === "consent")
    reply.header("set-cookie", expiredOrigin(request, visit.siteUrl));
  const session = await visit.session.find();
  // A choice alone starts no session: that would be an identifier.
  const recorded = hasPrivacySignal(request)
    ? recordedConsentOf(request, { settings, signatures, now })
    : ({ ...chosen, by: "shopper", at: now.toISOString(), text } as const);
  if (session && recorded) await storeSessionConsent(db, session.id, recorded);
  return reply.redirect(`${routes.privacyChoices()}?saved=1`, 303);
}

/** Returns the choice in a form; undefined if it makes none. */
function choiceIn({ choice, statistics, marketing }: Readonly<Record<string, unknown>>): Consent | undefined {
  if (choice === "accept") return { statistics: true, marketing: true };
  if (choice === "refuse") return nothingAllowed;
  if (choice === "save") return { statistics: statistics === "on", marketing: marketing === "on" };
  return undefined;
}

/** Returns the hash of the text that the visitor has read; undefined if the shop never showed it. Stores the current one. */
async function textOf({ db, clock, facts }: PageServices, hash: unknown): Promise<string | undefined> {
  if (typeof hash !== "string" || !/^[0-9a-f]{16}$/.test(hash)) return undefined;
  const { language } = (await facts.get()).settings;
  const current = consentTextOf(translator(language), language);
  if (hash !== current.hash) return (await findConsentText(db, hash))?.hash;
  await storeConsentText(db, current, clock.now());
  return hash;
}
