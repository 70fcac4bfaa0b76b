// Answers GET action=rest-nonce: a fresh nonce for the site's API as plain text, for guests too.
import { restNonceAction } from "#http/nonce-actions.ts";
import type { Call, CallAnswer } from "../wc-ajax/entrance.ts";

export async function answerRestNonce({ nonces, visitors, request, reply }: Call): Promise<CallAnswer> {
  const holder = await visitors.nonceHolder(request, reply);
  return { html: nonces.create(restNonceAction, holder), contentType: "text/plain; charset=UTF-8" };
}
