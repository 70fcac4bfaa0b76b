import { writeFile } from "node:fs/promises";
import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import { getForm } from "#shop/contact/forms/contact-forms.ts";
import {
  eraseMessage,
  eraseMessagesOf,
  getMessage,
  listMessages,
  setMessageStatus,
} from "#shop/contact/messages/contact-messages.ts";
import type { ContactMessage } from "#shop/contact/messages/message.ts";
import { messageRecord } from "#shop/contact/messages/message-records.ts";
import { type CommandContext, type DatabaseCommand, type GivenOptions, unknownWord } from "../command.ts";
import { formatMinute } from "../format.ts";
import { visible } from "./visible.ts";

type MessagesContext = Pick<CommandContext, "db" | "print" | "clock" | "config" | "signatures">;

/** `messages list|show ID|export FILE|spam ID|ham ID|erase ID or EMAIL`. */
export const messagesCommand: DatabaseCommand<MessagesContext> = {
  name: "messages",
  usage: "messages <what> [message] [more...]",
  summary: "contact messages: list, show ID, export FILE, spam ID, ham ID (also mails it), erase ID or EMAIL",
  options: [
    { flags: "--spam", meaning: "list or export spam" },
    { flags: "--form <form>", meaning: "only of this form" },
    { flags: "--limit <n>", meaning: "how many to list; default 50" },
  ],
  needs: "migrated database",
  async run(context, [what = "", name = ""], options) {
    const { db, print } = context;
    switch (what) {
      case "list":
        return list(context, options);
      case "show":
        return show(context, idOf(name));
      case "export":
        return exportAll(context, name, options);
      case "spam":
      case "ham":
        await setMessageStatus(db, idOf(name), what === "spam" ? "spam" : "received");
        return print(
          what === "spam" ? `Message ${name} is spam.` : `Message ${name} is no spam; it is mailed unless it was.`,
        );
      case "erase":
        return erase(context, name);
      default:
        throw unknownWord("messages", what, [
          "list",
          "show ID",
          "export FILE",
          "spam ID",
          "ham ID",
          "erase ID or EMAIL",
        ]);
    }
  },
};

function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new StartError(`"${text}" is not the number of a message.`);
  return Number(text);
}

async function filterOf({ db }: MessagesContext, { spam, form }: GivenOptions) {
  const status: ContactMessage["status"] = spam === true ? "spam" : "received";
  return { status, formId: typeof form === "string" ? (await getForm(db, form)).id : undefined };
}

async function list(context: MessagesContext, options: GivenOptions): Promise<void> {
  const { db, print } = context;
  const { limit = "50" } = options;
  if (!/^[1-9]\d{0,4}$/.test(String(limit))) throw new StartError(`"${limit}" is not a number of messages.`);
  const messages = await listMessages(db, { ...(await filterOf(context, options)), limit: Number(limit) });
  if (messages.length === 0) print("There are no such messages.");
  for (const { id, receivedAt, formTitle, fromName, fromEmail, subject, mails, spamScore, status } of messages) {
    const state = status === "spam" ? `score ${spamScore}` : mails === "waiting" ? "mail waiting" : "";
    const parts = [String(id), formatMinute(receivedAt), formTitle, fromName, fromEmail, subject, state];
    print(parts.filter(Boolean).map(oneLine).join("  "));
  }
}

/** How long (s) a link to a file works. */
const linkSeconds = 24 * 60 * 60;

async function show({ db, print, clock, config, signatures }: MessagesContext, id: number): Promise<void> {
  const message = await getMessage(db, id);
  const { formTitle, serialNumber, status, spamScore, spamReasons, receivedAt, fields, files, consent, meta } = message;
  print(`${formTitle}, message ${serialNumber}, ${formatMinute(receivedAt)}, ${status}, spam score ${spamScore}`);
  if (spamReasons.length > 0) print(`Signs of spam: ${spamReasons.join(", ")}`);
  for (const { name, values } of fields) print(`${name}: ${visible(values.join(", "))}`);
  for (const [name, text] of Object.entries(consent)) print(`Consent to ${name}: ${visible(text)}`);
  for (const [name, text] of Object.entries(meta)) print(`${name}: ${visible(text)}`);
  const expires = Math.floor(clock.now().getTime() / 1000) + linkSeconds;
  for (const { position, name, size } of files) {
    const signature = (await signatures()).sign("message file", id, position, expires);
    const path = `/chowk/message-files/${id}/${position}?expires=${expires}&signature=${signature}`;
    print(`File ${name} (${formatCount(size, "byte")}), for a day: ${config.siteUrl ?? ""}${path}`);
  }
}

/** Messages per query of an export. */
const exportBatch = 500;

async function exportAll(context: MessagesContext, file: string, options: GivenOptions): Promise<void> {
  if (file === "") throw new StartError("Name the file: npm run shop -- messages export FILE.json");
  const filter = await filterOf(context, options);
  const records: unknown[] = [];
  for (let before: number | undefined; ; ) {
    const batch = await listMessages(context.db, { ...filter, limit: exportBatch, before });
    records.push(...batch.map(messageRecord));
    before = batch.at(-1)?.id;
    if (batch.length < exportBatch) break;
  }
  await writeFile(file, `${JSON.stringify(records, null, 2)}\n`, { mode: 0o600 });
  context.print(`${formatCount(records.length, "message")} written to ${file}`);
}

async function erase({ db, print }: MessagesContext, name: string): Promise<void> {
  if (!name.includes("@")) {
    await eraseMessage(db, idOf(name));
    return print(`Message ${name} is erased; its files are within a day.`);
  }
  print(
    `${formatCount(await eraseMessagesOf(db, { email: name, userId: null }), "message")} from ${name} erased; their files are within a day.`,
  );
}

function oneLine(text: string): string {
  return visible(text).replace(/\s+/g, " ");
}
