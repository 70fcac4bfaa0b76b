import type { GuardedCall } from "#http/guards/nonce-actions.ts";
import { accountField } from "#http/visit/refused-form.ts";
import type { Call } from "./entrance.ts";
import { idOf, textOf } from "./fields.ts";

/**
 * Whether what was typed may wait in this browser: it has a session, or had one in which we gave it the page, as the page's
 * nonce proves however old it is. Without that anybody could fill the shop's memory by bare requests.
 */
export async function mayKeep(call: Call, guard: GuardedCall | undefined): Promise<boolean> {
  const { nonces, visit, fields } = call;
  if (await visit.session.find()) return true;
  const former = visit.session.formerHolder(idOf(fields, accountField) ?? 0);
  return (
    guard !== undefined && former !== undefined && nonces.wasGiven(textOf(fields, guard.field), guard.action, former)
  );
}
