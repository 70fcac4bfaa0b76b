import type { Database } from "#db/database.ts";
import { formatCount } from "#platform/format-count.ts";
import { emailFault, emailKey } from "#shop/accounts/profile/account-fields.rules.ts";
import { readCsv } from "#shop/catalogue/import/read/read-csv.ts";
import { countSubscribers, exportSubscribers } from "#shop/newsletter/export-subscribers.ts";
import { importSubscribers } from "#shop/newsletter/subscriptions.ts";
import { type CommandContext, type DatabaseCommand, unknownWord } from "../command.ts";
import { refuseMissingFile } from "../refuse-missing-file.ts";
import { forceOption, writeExport } from "../write-export.ts";
import { pause, resume, send, status } from "./newsletter-campaigns.ts";

type NewsletterContext = Pick<CommandContext, "db" | "print" | "clock">;

const known = ["list", "export FILE", "import FILE", "send FILE", "status [NAME]", "pause NAME", "continue NAME"];

/** Addresses added in one statement. */
const batch = 500;

/** `newsletter`: the list of subscribers, and the newsletters sent to them. */
export const newsletterCommand: DatabaseCommand<NewsletterContext> = {
  name: "newsletter",
  usage: "newsletter <what> [file]",
  summary:
    "list: how many subscribe; export [FILE]: subscribers with their consent; import FILE: addresses that agreed; send FILE: a newsletter in Markdown, --dry-run only checks it; status [NAME], pause NAME, continue NAME: newsletters",
  options: [forceOption, { flags: "--dry-run", meaning: "newsletter: only check the file" }],
  needs: "migrated database",
  async run(context, [what = "", file = ""], options) {
    const { db, print, clock } = context;
    switch (what) {
      case "list": {
        const { confirmed, unconfirmed, stopped } = await countSubscribers(db);
        return print(`${confirmed} confirmed, ${unconfirmed} unconfirmed, ${stopped} unsubscribed`);
      }
      case "export":
        return writeExport(print, file, options, async (target) =>
          formatCount(await exportSubscribers(db, target), "subscriber"),
        );
      case "import":
        return importFile(db, print, file, clock.now());
      case "send":
        return send(context, file, options.dryRun === true);
      case "status":
        return status(context, file);
      case "pause":
        return pause(context, file);
      case "continue":
        return resume(context, file);
      default:
        throw unknownWord("newsletter", what, known);
    }
  },
};

/** Imports the first column of a CSV file; a first row without an @ is its headings. */
async function importFile(db: Database, print: NewsletterContext["print"], file: string, now: Date): Promise<void> {
  await refuseMissingFile("newsletter import", file);
  let [added, read, isFirst] = [0, 0, true];
  let emails: string[] = [];
  const flush = async () => {
    added += await importSubscribers(db, emails, now);
    emails = [];
  };
  for await (const { line, cells, problem } of readCsv(file)) {
    const email = emailKey(cells[0] ?? "");
    const isHeading = isFirst && !email.includes("@");
    isFirst = false;
    if (isHeading) continue;
    if (problem !== undefined || emailFault(email) !== undefined) {
      print(`Line ${line}: ${problem ?? "not an email address"}`);
      continue;
    }
    read += 1;
    emails.push(email);
    if (emails.length === batch) await flush();
  }
  await flush();
  print(`Added ${formatCount(added, "subscriber")}; ${read - added} were known.`);
}
