import type { Database } from "#db/database.ts";
import type { MailToSend } from "#shop/mail/mail-outbox.ts";
import type { DigitalGoods } from "#shop/orders/downloads/download.ts";
import { listLowLicences } from "#shop/orders/downloads/licences.ts";
import { licencesDueMails, licencesLowMails } from "../emails/licence-mails.tsx";
import type { MailContext } from "../emails/order-mails.tsx";

/** Returns the mails to the shop about an order's products that have run out of licence keys, or nearly. */
export async function licenceWarnings(
  db: Database,
  goods: DigitalGoods,
  orderId: number,
  context: MailContext,
): Promise<MailToSend[]> {
  if (goods.licences.length === 0) return [];
  const low = await listLowLicences(db, orderId, context.settings.low_licence_keys);
  return [...licencesDueMails(goods, orderId, context), ...licencesLowMails(low, context)];
}
