// Answers GET and POST /?wc-ajax=get_refreshed_fragments. The field `time` is ignored; `chowk_shown` means that the cart is
// currently visible.

import type { Call, CallAnswer } from "../entrance.ts";
import { answerFragments } from "./cart-fragments.tsx";

export async function answerGetRefreshedFragments(call: Call): Promise<CallAnswer> {
  const lines = await call.visit.session.findLines();
  return answerFragments(call, { ...(lines && { lines }), showsCart: true });
}
