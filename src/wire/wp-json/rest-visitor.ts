import type { FastifyReply } from "fastify";
import { badRestNonce, restNonceAction } from "#http/guards/nonce-actions.ts";
import type { Visit } from "#http/visit/visit.ts";
import type { User } from "#shop/accounts/user.ts";
import type { Entrance } from "../wc-ajax/entrance.ts";
import { fieldsOf } from "../wc-ajax/fields.ts";

/** What the site's API answers when it says no. */
export interface RestError {
  status: number;
  code: string;
  message: string;
}

/** Answers a call of the site's API with an error in the protocol's shape. */
export function sendRestError(reply: FastifyReply, { status, code, message }: RestError): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/json; charset=UTF-8")
    .send(JSON.stringify({ code, message, data: { status } }));
}

/**
 * Who makes a call of the site's API: whoever is signed in, if the call proves by its nonce (header X-WP-Nonce, or field
 * _wpnonce) that a page of ours makes it; null for a stranger, as every call without a nonce is. A good nonce is answered
 * with a fresh one; to a bad one this answers itself and gives undefined.
 */
export async function restVisitor({ nonces }: Entrance, visit: Visit): Promise<User | null | undefined> {
  const { request, reply } = visit;
  const nonce = request.headers["x-wp-nonce"] ?? fieldsOf(request)._wpnonce;
  if (nonce === undefined) return null;
  const holder = await visit.session.nonceHolder();
  if (!nonces.verify(nonce, restNonceAction, holder)) {
    void reply
      .code(badRestNonce.status)
      .header("cache-control", "no-store")
      .type(badRestNonce.contentType)
      .send(badRestNonce.body);
    return undefined;
  }
  reply.header("x-wp-nonce", nonces.create(restNonceAction, holder));
  return (await visit.session.find())?.user ?? null;
}
