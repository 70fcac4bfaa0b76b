import { formatMoney } from "#platform/money.ts";
import { routes } from "#routes";
import { setFormQuantities, wouldChangeQuantities } from "../cart/form-quantities.ts";
import type { Call } from "../entrance.ts";
import { saveRefusedCheckout } from "./save-checkout.ts";

/**
 * Holds back an order whose form has quantities that were typed but not saved, since its total was not seen. Saves quantities
 * and form, and adds a notice of the new total. The form's nonce must be valid. @returns whether the order must not be placed
 */
export async function holdForQuantities(call: Call): Promise<boolean> {
  if (!(await wouldChangeQuantities(call))) return false;
  const { visit } = call;
  const before = await visit.cart();
  await setFormQuantities(call, routes.checkout());
  await saveRefusedCheckout(call, []);
  const { lines, total, currency, hash } = await visit.cart();
  if (lines.length > 0 && hash !== before.hash) {
    const values = { total: formatMoney(total, currency) };
    await visit.addNotice({ kind: "error", messageKey: "notices.refused.cart_changed", values });
  }
  return true;
}
