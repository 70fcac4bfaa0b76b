import type { FastifyReply } from "fastify";
import { isSecureOrigin } from "#http/guards/allowed-host.ts";
import { badRestNonce, restNonceAction } from "#http/guards/nonce-actions.ts";
import type { Visit } from "#http/visit/visit.ts";
import { signInProgram } from "#shop/accounts/application-passwords/sign-in-program.ts";
import type { Entrance } from "../wc-ajax/entrance.ts";
import { fieldsOf } from "../wc-ajax/fields.ts";
import type { Caller } from "./api/endpoint.ts";

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
 * Returns who makes a REST call: the user of an application password, or the signed-in user if the call has a valid nonce (header
 * X-WP-Nonce or field _wpnonce), which is answered with a fresh one; a guest without either. Sends the error itself and returns
 * undefined for a wrong password or nonce.
 */
export async function restCaller(entrance: Entrance, visit: Visit): Promise<Caller | undefined> {
  const { request, reply } = visit;
  if (/^basic /i.test(request.headers.authorization ?? "")) return programOf(entrance, visit);
  const { nonces } = entrance;
  const caller = { user: null, passwordUuid: null, address: request.ip };
  const nonce = request.headers["x-wp-nonce"] ?? fieldsOf(request)._wpnonce;
  if (nonce === undefined) return caller;
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
  return { ...caller, user: (await visit.session.find())?.user ?? null };
}

/** The same answer for a wrong address and a wrong password. */
const wrongPassword = {
  status: 401,
  code: "incorrect_password",
  message: "The provided password is an invalid application password.",
};

/** Passwords must not be sent over open networks. */
const needsHttps = {
  status: 401,
  code: "application_passwords_disabled",
  message: "Application passwords need https.",
};

async function programOf({ db, clock }: Entrance, { request, reply, siteUrl }: Visit): Promise<Caller | undefined> {
  if (!isSecureOrigin(siteUrl)) return refuse(reply, needsHttps);
  const [, encoded = ""] = (request.headers.authorization ?? "").split(" ");
  const [, login = "", password = ""] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString()) ?? [];
  const address = request.ip;
  const isReadable = login.length <= 300 && password.length <= 200 && !/[\0\ufffd]/.test(login);
  const found = await signInProgram(
    db,
    isReadable ? { login, password, address } : { login: "", password: "", address },
    clock.now(),
  );
  return found ? { user: found.user, passwordUuid: found.uuid, address } : refuse(reply, wrongPassword);
}

function refuse(reply: FastifyReply, error: RestError): undefined {
  void sendRestError(reply, error);
}
