import { closedPartTo } from "#http/guards/closed-part.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { ErrorNotice } from "#ui/error-notice.tsx";
import { markupOf } from "./cart/cart-fragments.tsx";
import type { Call, CallAnswer } from "./entrance.ts";

// The answers while the store is not open yet, in each endpoint's own error format. None of them names a product.

/** Returns whether the store is closed to the caller: it is coming soon and the caller is not staff. */
export async function isClosedTo(call: Call): Promise<boolean> {
  return (await closedPartTo(call.visit)) !== "nothing";
}

/** Sends the client to the shop page, which shows the coming-soon message. */
export async function refuseAdd({ visit }: Call): Promise<CallAnswer> {
  return { json: { error: true, product_url: visit.siteUrl + routes.shop() } };
}

export async function refuseChange(): Promise<CallAnswer> {
  return { json: { success: false } };
}

export async function refuseSilently(): Promise<CallAnswer> {
  return null;
}

export async function refuseByNotice(call: Call): Promise<CallAnswer> {
  return { html: await closedNotice(call) };
}

export async function refuseCheckout(call: Call): Promise<CallAnswer> {
  return { json: { result: "failure", messages: await closedNotice(call), refresh: false, reload: false } };
}

export async function refuseReview(call: Call): Promise<CallAnswer> {
  return { json: { result: "failure", messages: await closedNotice(call), reload: false, fragments: {} } };
}

async function closedNotice({ visit }: Call): Promise<string> {
  const { settings } = await visit.facts();
  const content = translator(settings.language)("notices.shopClosed");
  return markupOf(<ErrorNotice items={[{ content }]} />, settings);
}
