// Answers POST action=load_fragments and action=load_mobile: fragments. The latter's options have is_mobile (yes or no).
import type { Call, CallAnswer } from "../../wc-ajax/entrance.ts";
import { renderedFragments } from "./rendered-fragments.ts";

export async function answerLoadFragments(call: Call): Promise<CallAnswer> {
  return { json: { fragments: await renderedFragments(call) } };
}
