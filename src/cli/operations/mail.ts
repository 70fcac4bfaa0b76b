import { randomBytes } from "node:crypto";
import { translator } from "#messages/translate.ts";
import { faultTextOf, type Mail, type Mailer, openMailer } from "#platform/mailer.ts";
import { StartError } from "#platform/start-error.ts";
import { isEmail } from "#shop/accounts/profile/account-fields.rules.ts";
import { Refusal } from "#shop/refusal.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { type CommandContext, type DatabaseCommand, unknownWord } from "../command.ts";

type MailCommandContext = Pick<CommandContext, "db" | "config" | "files" | "print">;

/** `mail test ADDRESS`: sends a mail immediately, bypassing the queue, and prints the result. */
export const mailCommand: DatabaseCommand<MailCommandContext> = {
  name: "mail",
  usage: "mail <what> [address]",
  summary: "test ADDRESS: send a test mail now, and print the reason if that fails",
  needs: "migrated database",
  async run({ db, config, files, print }, [what = "", address = ""]) {
    if (what !== "test") throw unknownWord("mail", what, ["test ADDRESS"]);
    if (!isEmail(address)) throw new Refusal("email_invalid", { email: address });
    const { smtpUrl, mailFrom } = config;
    const settings = await getSettings(db);
    const t = translator(settings.language);
    const shop = { name: settings.shop_name, address: settings.shop_email };
    const text = t("mail.test.text", { shop: shop.name });
    const mail: Mail = {
      from: mailFrom ?? shop,
      to: address,
      subject: t("mail.test.subject", { shop: shop.name }),
      html: `<!doctype html><title>${escaped(text)}</title><p>${escaped(text)}</p>`,
      text,
      messageId: `test.${randomBytes(8).toString("hex")}@${shop.address.split("@")[1]}`,
    };
    await send(openMailer({ smtpUrl, files: files.mail }), mail);
    if (smtpUrl) print(`The mail server at ${new URL(smtpUrl).host} accepted the mail to ${address}.`);
    else print(`SMTP_URL is not set, so the mail was stored in ${files.mail.place}; set it to send mails.`);
  },
};

/** Sends a mail. @throws StartError with the reason given by the mail server or the network */
async function send(mailer: Mailer, mail: Mail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    throw new StartError(`The mail could not be sent: ${faultTextOf(error)}`);
  } finally {
    mailer.close();
  }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
