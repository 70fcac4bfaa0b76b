// Answers /?wc-ajax=pisol_live_orders and the same action of the general door: the recent sales that the client shows as popups,
// as a list of { desc, image, link }. The shop publishes none, so the client shows nothing.
import type { CallAnswer } from "./entrance.ts";

export async function answerLiveOrders(): Promise<CallAnswer> {
  return { json: [] };
}
