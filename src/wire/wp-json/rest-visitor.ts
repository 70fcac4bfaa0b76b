import type { FastifyReply } from "fastify";
import { badRestNonce, restNonceAction } from "#http/guards/nonce-actions.ts";
import type { Visit } from "#http/visit/visit.ts";
import type { User } from "#shop/accounts/user.ts";
import type { Entrance } from "../wc-ajax/entrance.ts";
import { fieldsOf } from "../wc-ajax/fields.ts";

/** An error of the REST API. */
export interface RestError {
  status: number;
  code: string;
  message: string;
}

/** Sends a REST API error in the protocol's format. */
export function sendRestError(reply: FastifyReply, { status, code, message }: RestError): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/json; charset=UTF-8")
    .send(JSON.stringify({ code, message, data: { status } }));
}

/**
 * Returns the signed-in user of a REST call with a valid nonce (header X-WP-Nonce or field _wpnonce), and sends a fresh
 * nonce; null for guests and calls without a nonce. Sends the error itself and returns undefined for an invalid nonce.
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
