import type { Call } from "../wc-ajax/entrance.ts";

/**
 * Tells the visitor that nothing was changed because the nonce of his page is not his any more: it has grown old, or he has signed
 * in or out meanwhile. Without a session he has no cart, and there is nothing to tell.
 * @param values of the notice: an Undo that is his
 */
export async function tellPageIsOld(call: Call, values: Readonly<Record<string, string>> = {}): Promise<void> {
  if (!(await call.visit.session.find())) return;
  await call.visit.addNotice({ kind: "error", messageKey: "notices.pageOld", values });
}
