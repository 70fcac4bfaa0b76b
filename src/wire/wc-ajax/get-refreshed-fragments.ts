// Answers GET and POST /?wc-ajax=get_refreshed_fragments; its field `time` is ignored. `chowk_shown` says that the shopper looks
// at the cart right now.
import { answerFragments } from "./cart-fragments.tsx";
import type { Call, CallAnswer } from "./entrance.ts";

export async function answerGetRefreshedFragments(call: Call): Promise<CallAnswer> {
  const lines = await call.visit.session.findLines();
  return answerFragments(call, lines && { lines });
}
