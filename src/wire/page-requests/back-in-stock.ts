// Answers a form with back-in-stock={product or variation id} and contact, POST, on any page: news when it is in stock again.
import { routes } from "#routes";
import { requestNotification } from "#shop/back-in-stock/request-notification.ts";
import { wholeName } from "#shop/back-in-stock/stock-of.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call } from "../wc-ajax/entrance.ts";
import { cut, idOf, textOf } from "../wc-ajax/fields.ts";
import { refusalNotice } from "../wc-ajax/refusal-notice.ts";
import { referringPage } from "./referring-page.ts";

/** Of what is typed as a contact (characters); the field takes no more. */
const longestContact = 254;

/** Leads back to the product with what was chosen, and the answer as a notice; what was refused comes along, to be mended. */
export async function backInStockRequest(call: Call): Promise<string | undefined> {
  const { db, clock, visit, fields } = call;
  if (visit.request.method !== "POST") return undefined;
  const contact = textOf(fields, "contact");
  const isProgram = textOf(fields, "ak_hp_textarea") !== "";
  const productId = idOf(fields, "back-in-stock") ?? 0;
  try {
    // A program is told what a person is, and nothing is kept.
    if (isProgram) throw new Refusal("product_unknown");
    const product = await requestNotification(db, { productId, contact }, visit.request.ip, clock.now());
    await visit.addNotice({
      kind: "success",
      messageKey: "notices.backInStock",
      values: { name: wholeName(product) },
    });
    return routes.productChoice(product.slug, product.attributes);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const notice = refusalNotice(error);
    const asked = { contact: cut(contact, longestContact), productId };
    await visit.addNotice({ ...notice, values: { ...notice.values, ...asked } });
    return referringPage(call);
  }
}
