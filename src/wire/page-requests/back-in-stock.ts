// Answers POST back-in-stock={product or variation id} and contact on any page: requests a back-in-stock notification.
import { routes } from "#routes";
import { requestNotification } from "#shop/back-in-stock/request-notification.ts";
import { wholeName } from "#shop/back-in-stock/stock-of.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call } from "../wc-ajax/entrance.ts";
import { cut, idOf, textOf } from "../wc-ajax/fields.ts";
import { sourceOf } from "../wc-ajax/form-source.ts";
import { refusalNotice } from "../wc-ajax/notices.ts";
import { referringPage } from "./return-paths.ts";

/** Maximum length of a contact (characters); the same limit as the form control. */
const maxContactLength = 254;

/** Returns the path of the product with the chosen variation. A refused form is kept in the notice so that it can be corrected. */
export async function backInStockRequest(call: Call): Promise<string | undefined> {
  const { db, clock, visit, fields } = call;
  if (visit.request.method !== "POST") return undefined;
  const contact = textOf(fields, "contact");
  const productId = idOf(fields, "back-in-stock") ?? 0;
  try {
    const { settings } = await visit.facts();
    const product = await requestNotification(db, { productId, contact }, sourceOf(call), settings, clock.now());
    await visit.addNotice({
      kind: "success",
      messageKey: "notices.backInStock",
      values: { name: wholeName(product) },
    });
    return routes.productChoice(product.slug, product.attributes);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const notice = refusalNotice(error);
    const requested = { contact: cut(contact, maxContactLength), productId };
    await visit.addNotice({ ...notice, values: { ...notice.values, ...requested } });
    return referringPage(call);
  }
}
