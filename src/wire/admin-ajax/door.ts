// The general door, /wp-admin/admin-ajax.php: `action` in the query or form selects the call.
import type { FastifyInstance, FastifyReply } from "fastify";
import { refuseSiteCall } from "#http/guards/nonce-check.ts";
import type { Visit } from "#http/visit/visit.ts";
import { routes } from "#routes";
import { isClosedTo } from "../wc-ajax/closed-store.tsx";
import { badNonceAnswer, type Endpoint, endpoints, sendAnswer } from "../wc-ajax/door.ts";
import type { Entrance } from "../wc-ajax/entrance.ts";
import { fieldsOf, textOf } from "../wc-ajax/fields.ts";

export interface SiteDoorOptions extends Entrance {
  /** Calls by action, in addition to the shop's endpoints. */
  actions?: Readonly<Record<string, Endpoint>>;
}

/** Registers the general door. It also has every endpoint of the shop door as `woocommerce_{endpoint}`. */
export function siteDoor(app: FastifyInstance, { actions = {}, ...entrance }: SiteDoorOptions): void {
  const shopActions = Object.entries(endpoints).map(([name, endpoint]) => [`woocommerce_${name}`, endpoint] as const);
  const known = new Map([...shopActions, ...Object.entries(actions)]);
  app.route({
    method: ["GET", "POST"],
    url: routes.siteCall(),
    handler: ({ visit }) => answerAction(known, entrance, visit),
  });
}

async function answerAction(
  known: ReadonlyMap<string, Endpoint>,
  entrance: Entrance,
  visit: Visit,
): Promise<FastifyReply> {
  const { request, reply } = visit;
  const fields = fieldsOf(request);
  const action = textOf(fields, "action");
  const endpoint = known.get(action);
  if (!endpoint) return sendAnswer(reply, { html: "0", status: 400 }, "");
  visit.callName = `admin-ajax ${action}`;
  if (endpoint.changes && visit.guardStateChange("call")) return reply;
  const call = { ...entrance, visit, fields };
  if (endpoint.whenClosed && (await isClosedTo(call))) return sendAnswer(reply, await endpoint.whenClosed(call), "0");
  const holder = await visit.session.nonceHolder();
  const refused = refuseSiteCall(entrance.nonces, action, fields, holder);
  if (refused && !endpoint.checksNonce) return sendAnswer(reply, badNonceAnswer(refused), "0");
  return sendAnswer(reply, await endpoint.answer(call), "0");
}
