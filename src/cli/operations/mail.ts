import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { mailPreviews } from "#jobs/emails/mail-previews.ts";
import { translator } from "#messages/translate.ts";
import { faultTextOf, type Mail, type Mailer, openMailer } from "#platform/mailer.ts";
import { StartError } from "#platform/start-error.ts";
import { isEmail } from "#shop/accounts/profile/account-fields.rules.ts";
import { Refusal } from "#shop/refusal.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { type CommandContext, type DatabaseCommand, type GivenOptions, unknownWord } from "../command.ts";
import { forceOption, writeExport } from "../write-export.ts";

type MailCommandContext = Pick<CommandContext, "db" | "config" | "files" | "print" | "clock">;

const known = ["test ADDRESS", "preview [NAME] [FILE]"];

/**
 * `mail test ADDRESS`: sends a mail immediately, bypassing the queue, and prints the result. `mail preview`: shows mails with sample
 * data and the shop's settings.
 */
export const mailCommand: DatabaseCommand<MailCommandContext> = {
  name: "mail",
  usage: "mail <what> [name] [file]",
  summary:
    "test ADDRESS: send a test mail now, and print the reason if that fails; preview: names of mails; preview NAME: its text; preview NAME FILE: its HTML",
  options: [forceOption],
  needs: "migrated database",
  async run(context, [what = "", name = "", file = ""], options) {
    if (what === "test") return test(context, name);
    if (what === "preview") return preview(context, name, file, options);
    throw unknownWord("mail", what, known);
  },
};

async function test({ db, config, files, print }: MailCommandContext, address: string): Promise<void> {
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
}

async function preview(
  { db, config, clock, print }: MailCommandContext,
  name: string,
  file: string,
  options: GivenOptions,
): Promise<void> {
  const names = Object.keys(mailPreviews);
  if (name === "") return print(names.join("\n"));
  const render = mailPreviews[name];
  if (!render) throw unknownWord("mail preview", name, names);
  const settings = await getSettings(db);
  const origin = config.siteUrl ?? "https://shop.example";
  const { subject, text, html } = render({ settings, t: translator(settings.language), origin }, clock.now());
  if (file === "") return print(`${subject}\n\n${text}`);
  await writeExport(print, file, options, async (target) => {
    await pipeline(Readable.from([html]), target);
    return `"${subject}"`;
  });
}

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
