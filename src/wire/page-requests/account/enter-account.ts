import type { SignInWays } from "#http/visitor.ts";
import { recheckedCart } from "#http/visitor-cart.ts";
import type { ProvenUser } from "#shop/accounts/user.ts";
import type { Call } from "../../wc-ajax/entrance.ts";

/** Signs in who has just proved who he is; what waited in his cart is in it again. @throws Refusal credentials_wrong */
export async function enterAccount(call: Call, proven: ProvenUser, ways: SignInWays): Promise<void> {
  await call.visitors.signIn(call.request, call.reply, proven, ways);
  await recheckedCart(call, "on the next page");
}
