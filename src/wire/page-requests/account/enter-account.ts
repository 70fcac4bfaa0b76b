import type { SignInOptions } from "#http/visit/visit-session.ts";
import type { ProvenUser } from "#shop/accounts/user.ts";
import type { Call } from "../../wc-ajax/entrance.ts";

/** Signs in a user who has just been authenticated, with the cart of earlier sign-ins. @throws Refusal credentials_wrong */
export async function enterAccount({ visit }: Call, proven: ProvenUser, options: SignInOptions): Promise<void> {
  await visit.session.signIn(proven, options);
  await visit.recheckedCart("on the next page");
}
