// Answers GET and POST /?wc-ajax=get_refreshed_fragments; its field `time` is ignored.
import { answerFragments } from "./cart-fragments.tsx";
import type { Call, CallAnswer } from "./entrance.ts";

export async function answerGetRefreshedFragments(call: Call): Promise<CallAnswer> {
  const lines = await call.visitors.findLines(call.request, call.reply);
  return answerFragments(call, lines && { lines });
}
