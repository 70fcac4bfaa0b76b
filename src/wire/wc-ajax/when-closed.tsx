import { closedPartTo } from "#http/guards/closed-part.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { ErrorNotice } from "#ui/error-notice.tsx";
import { markupOf } from "./cart-fragments.tsx";
import type { Call, CallAnswer } from "./entrance.ts";

/** Whether what is sold, and the way to buy it, is closed to who calls: the shop is coming soon, and he does not work in it. */
export async function isClosedTo(call: Call): Promise<boolean> {
  return (await closedPartTo(call.visit)) !== "nothing";
}

// What is answered then, in the shape that each call has for a "no". Nothing of it names a product.

/** The client goes to the shop's page, which says that it opens soon. */
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
