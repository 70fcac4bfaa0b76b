// Answers GET and POST /?wc-ajax=get_refreshed_fragments; its field `time` is ignored.
import { fragmentsBody } from "./cart-fragments.tsx";
import type { Call, CallAnswer } from "./entrance.ts";

export async function answerGetRefreshedFragments(call: Call): Promise<CallAnswer> {
  return { json: await fragmentsBody(call) };
}
