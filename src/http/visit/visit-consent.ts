import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import type { Signatures } from "#platform/signatures.ts";
import {
  asksForConsent,
  type Consent,
  consentInCookies,
  consentLifetime,
  nothingAllowed,
  type RecordedConsent,
} from "#shop/consent/consent.rules.ts";
import { storeSessionConsent } from "#shop/consent/consents.ts";
import type { StoreFactsCache } from "../cached-reads/store-facts.ts";
import { consentProofCookie } from "./visit-cookies.ts";

const purpose = "consent";

/** Whether the browser refuses on the visitor's behalf: Global Privacy Control or Do Not Track. */
export function hasPrivacySignal({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return headers["sec-gpc"] === "1" || headers.dnt === "1";
}

/** Returns what the visitor allows: nothing unless chosen, and nothing against the browser's signal. */
export function consentOf(request: FastifyRequest): Consent {
  if (hasPrivacySignal(request)) return nothingAllowed;
  return consentInCookies((name) => request.cookies[name]) ?? nothingAllowed;
}

/** Returns the value of the proof's cookie. @param text the hash of the text that the visitor read */
export function consentProof(signatures: Signatures, consent: Consent, text: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const bits = bitsOf(consent);
  return [seconds, text, bits, signatures.sign(purpose, seconds, text, bits).slice(0, 32)].join(".");
}

/**
 * Returns what is stored with a session or an order; null if nothing was chosen. A proof that is forged, expired or of
 * another choice than the cookies that scripts see proves nothing.
 */
export function recordedConsentOf(request: FastifyRequest, signatures: Signatures, now: Date): RecordedConsent | null {
  if (hasPrivacySignal(request)) return { ...nothingAllowed, by: "signal", at: null, text: null };
  const consent = consentInCookies((name) => request.cookies[name]);
  if (!consent) return null;
  const proof = provenBy(request.cookies[consentProofCookie] ?? "", signatures, now);
  if (proof?.bits !== bitsOf(consent)) return { ...consent, by: "script", at: null, text: null };
  return { ...consent, by: "shopper", at: proof.at, text: proof.text };
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
    if (begunId === undefined || !asksForConsent((await facts.get()).settings)) return;
    const consent = recordedConsentOf(request, signatures, clock.now());
    if (consent) await storeSessionConsent(db, begunId, consent);
  });
}
