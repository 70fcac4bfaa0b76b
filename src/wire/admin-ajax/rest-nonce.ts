// Answers GET action=rest-nonce: a fresh nonce for the REST API as plain text, also for guests.
import { restNonceAction } from "#http/guards/nonce-actions.ts";
import type { Call, CallAnswer } from "../wc-ajax/entrance.ts";

export async function answerRestNonce({ visit }: Call): Promise<CallAnswer> {
  return { html: await visit.nonce(restNonceAction), contentType: "text/plain; charset=UTF-8" };
}
