import { Logger, runOnce } from "graphile-worker";
import { cartReminders, reviewRequests, winBacks } from "#jobs/marketing/recurring-mails.ts";
import { welcomeCoupon } from "#jobs/marketing/welcome-coupon.ts";
import { newsletterConfirmMail } from "#jobs/newsletter-confirm-mail.ts";
import { routes } from "#routes";
import type { openAccountShop } from "#wire/page-requests/account/account-shop.fixtures.ts";
import { origin } from "#wire/page-requests/whole-shop.fixtures.ts";

type Shop = ReturnType<typeof openAccountShop>;

/** A mail in the outbox. */
export interface WrittenMail {
  mail_key: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  is_secret: boolean;
  extras: { headers: { name: string; value: string }[] };
}

/**
 * Runs queued jobs and the recurring ones of marketing mails on two hosts at once, then again.
 * @returns the mails that they wrote, which leave the outbox
 */
export async function writtenMails({ database, now }: Shop): Promise<WrittenMail[]> {
  const dependencies = { db: database.db, clock: { now }, linkOrigin: () => origin };
  const recurring = {
    "review-requests": reviewRequests(dependencies),
    "cart-reminders": cartReminders(dependencies),
    "win-backs": winBacks(dependencies),
  };
  const taskList = {
    "newsletter-confirm-mail": newsletterConfirmMail(dependencies),
    "welcome-coupon": welcomeCoupon(dependencies),
    ...recurring,
  };
  const add = Object.keys(recurring).map((name) => `select graphile_worker.add_job('${name}')`);
  for (let round = 0; round < 2; round += 1) {
    await database.pool.query([...add, ...add].join(";"));
    await Promise.all(
      [1, 2].map(() =>
        runOnce({ pgPool: database.pool, taskList, logger: new Logger(() => () => undefined), noHandleSignals: true }),
      ),
    );
  }
  const { rows } = await database.pool.query<WrittenMail>(
    "delete from mail_outbox where sent_at is null and mail_key ~ '^(newsletter|welcome|review-req|cart-rem|win)' returning *",
  );
  return rows;
}

/** The path of the link behind a mail program's unsubscribe button. */
export function stopLink({ extras }: WrittenMail): string {
  if (
    !extras.headers.some(
      ({ name, value }) => name === "List-Unsubscribe-Post" && value === "List-Unsubscribe=One-Click",
    )
  )
    throw new Error("The mail has no one-click unsubscribing");
  const header = extras.headers.find(({ name }) => name === "List-Unsubscribe")?.value ?? "";
  return header.slice(1, -1).replace(origin, "");
}

/** Signs an address up for the newsletter and presses the button behind the mailed link. */
export async function subscribe(shop: Shop, email: string): Promise<void> {
  const page = (await shop.browser.get(routes.newsletter())).body;
  const text = /name="text" value="([0-9a-f]{16})"/.exec(page)?.[1] ?? "";
  await shop.browser.post(routes.newsletter(), { email, text });
  const [mail] = await writtenMails(shop);
  const link = /\/newsletter\/\?confirm=[\w-]{32}/.exec(mail?.text ?? "")?.[0] ?? "";
  const { body } = await shop.newBrowser().post(link, {});
  if (!body.includes("You are subscribed")) throw new Error("The address was not confirmed");
}
