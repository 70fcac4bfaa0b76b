import { accountForms } from "#http/guards/nonce-actions.ts";
import type { Visit } from "#http/visit/visit.ts";
import { routes } from "#routes";
import { may } from "#shop/accounts/permissions.rules.ts";

/** Returns the signed-in user whose account pages the visitor may see. */
export async function accountUserOf(visit: Visit) {
  const user = (await visit.session.find())?.user;
  return user && may(user.role, "see", "own account") ? user : undefined;
}

/** Returns the address of the account frame's link that signs out. */
export async function signOutHrefOf(visit: Visit): Promise<string> {
  return routes.signOut(await visit.nonce(accountForms["customer-logout"].action));
}
