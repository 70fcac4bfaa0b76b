import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import type { Signatures } from "#platform/signatures.ts";
import {
  asksForConsent,
  type Consent,
  consentInCookies,
  consentLifetime,
  exemptConsent,
  exemptCookie,
  nothingAllowed,
  type RecordedConsent,
} from "#shop/consent/consent.rules.ts";
import { storeSessionConsent } from "#shop/consent/consents.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { StoreFactsCache } from "../cached-reads/store-facts.ts";
import { consentProofCookie } from "./visit-cookies.ts";

const purpose = "consent";

type Asking = Pick<FastifyRequest, "headers" | "cookies">;

/** Whether the browser refuses on the visitor's behalf: Global Privacy Control or Do Not Track. */
export function hasPrivacySignal({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return headers["sec-gpc"] === "1" || headers.dnt === "1";
}

/**
 * Returns what the visitor allows: nothing against the browser's signal, otherwise what was chosen, otherwise what is allowed in
 * countries where visitors are not asked.
 */
export function consentOf(request: Asking, settings: Settings): Consent {
  const { statistics, marketing } = decisionOf(request, settings) ?? nothingAllowed;
  return { statistics, marketing };
}

/** Whether the visitor is to be asked: the shop asks, and nothing is known of an answer. */
export function needsConsent(request: FastifyRequest, settings: Settings): boolean {
  return asksForConsent(settings) && decisionOf(request, settings) === undefined;
}

/** Returns what is allowed, and why; undefined if nothing is known of it. Scripts and visitors can set the cookies, with or without a proof. */
function decisionOf(request: Asking, settings: Settings): (Consent & Pick<RecordedConsent, "by">) | undefined {
  if (hasPrivacySignal(request)) return { ...nothingAllowed, by: "signal" };
  const chosen = consentInCookies((name) => request.cookies[name]);
  if (chosen) return { ...chosen, by: "script" };
  const exempt = request.cookies[exemptCookie] === "1" ? exemptConsent(settings) : undefined;
  return exempt && { ...exempt, by: "country" };
}

/** Returns the value of the proof's cookie. @param text the hash of the text that the visitor read */
export function consentProof(signatures: Signatures, consent: Consent, text: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const bits = bitsOf(consent);
  return [seconds, text, bits, signatures.sign(purpose, seconds, text, bits).slice(0, 32)].join(".");
}

/**
 * Returns what is stored with a session or an order; null if nothing is known. A proof that is forged, expired or of another choice
 * than the cookies that scripts see proves nothing.
 */
export function recordedConsentOf(
  request: FastifyRequest,
  { settings, signatures, now }: { settings: Settings; signatures: Signatures; now: Date },
): RecordedConsent | null {
  const decision = decisionOf(request, settings);
  if (!decision) return null;
  const proof =
    decision.by === "script" ? provenBy(request.cookies[consentProofCookie] ?? "", signatures, now) : undefined;
  if (proof?.bits !== bitsOf(decision)) return { ...decision, at: null, text: null };
  return { ...decision, by: "shopper", at: proof.at, text: proof.text };
}

function provenBy(value: string, signatures: Signatures, now: Date) {
  const [, seconds = "", text = "", bits = "", signature = ""] =
    /^(\d{1,12})\.([0-9a-f]{16})\.([01]{2})\.([0-9a-f]{32})$/.exec(value) ?? [];
  const age = now.getTime() / 1000 - Number(seconds);
  if (!signatures.verify(signature, purpose, Number(seconds), text, bits) || age > consentLifetime) return undefined;
  return { at: new Date(Number(seconds) * 1000).toISOString(), text, bits };
}

const bitsOf = ({ statistics, marketing }: Consent) => `${Number(statistics)}${Number(marketing)}`;

interface ConsentServices {
  db: Database;
  clock: Clock;
  facts: Pick<StoreFactsCache, "get">;
  signatures: Signatures;
}

/** Stores with each new session what its visitor had chosen before. */
export function keepConsents(app: FastifyInstance, { db, clock, facts, signatures }: ConsentServices): void {
  app.addHook("onSend", async (request) => {
    const { begunId } = request.visit.session;
    if (begunId === undefined) return;
    const { settings } = await facts.get();
    if (!asksForConsent(settings)) return;
    const consent = recordedConsentOf(request, { settings, signatures, now: clock.now() });
    if (consent) await storeSessionConsent(db, begunId, consent);
  });
}
