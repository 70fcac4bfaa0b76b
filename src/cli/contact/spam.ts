import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { StartError } from "#platform/start-error.ts";
import { acceptHeldNotification } from "#shop/back-in-stock/request-notification.ts";
import { acceptHeldSubscription } from "#shop/newsletter/subscriptions.ts";
import { getHeldForm, type HeldKind, listHeldForms, takeHeldForm } from "#shop/spam/held-forms.ts";
import { acceptHeldEstimate } from "#shop/wishlist/request-estimate.ts";
import { type CommandContext, type DatabaseCommand, unknownWord } from "../command.ts";
import { formatMinute } from "../format.ts";
import { visible } from "./visible.ts";

type SpamContext = Pick<CommandContext, "db" | "print" | "clock">;

const accept: Readonly<Record<HeldKind, (db: Database, content: unknown, now: Date) => Promise<void>>> = {
  "back-in-stock": acceptHeldNotification,
  estimate: acceptHeldEstimate,
  newsletter: acceptHeldSubscription,
};

/** `spam list|show ID|release ID|erase ID`: forms other than contact messages that were held as spam. */
export const spamCommand: DatabaseCommand<SpamContext> = {
  name: "spam",
  usage: "spam <what> [form]",
  summary: "held stock, estimate and newsletter requests: list, show ID, release ID (accepts it), erase ID",
  options: [{ flags: "--limit <n>", meaning: "how many to list; default 50" }],
  needs: "migrated database",
  async run({ db, print, clock }, [what = "", id = ""], { limit = "50" }) {
    switch (what) {
      case "list":
        return list(db, print, String(limit));
      case "show":
        return show(db, print, idOf(id));
      case "release":
        await inTransaction(db, async (db) => {
          const { kind, content } = await takeHeldForm(db, idOf(id));
          await accept[kind](db, content, clock.now());
        });
        return print(`Form ${id} is accepted.`);
      case "erase":
        await takeHeldForm(db, idOf(id));
        return print(`Form ${id} is erased.`);
      default:
        throw unknownWord("spam", what, ["list", "show ID", "release ID", "erase ID"]);
    }
  },
};

function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new StartError(`"${text}" is not the number of a held form.`);
  return Number(text);
}

async function list(db: Database, print: SpamContext["print"], limit: string): Promise<void> {
  if (!/^[1-9]\d{0,4}$/.test(limit)) throw new StartError(`"${limit}" is not a number of forms.`);
  const forms = await listHeldForms(db, Number(limit));
  if (forms.length === 0) print("No forms are held.");
  for (const { id, receivedAt, kind, email, spamScore, spamReasons } of forms)
    print(
      [id, formatMinute(receivedAt), kind, visible(email), `score ${spamScore}: ${spamReasons.join(", ")}`].join("  "),
    );
}

async function show(db: Database, print: SpamContext["print"], id: number): Promise<void> {
  const { kind, content, email, ip, userAgent, spamScore, spamReasons, receivedAt } = await getHeldForm(db, id);
  print(`${kind}, ${formatMinute(receivedAt)}, spam score ${spamScore}: ${spamReasons.join(", ")}`);
  print(`From ${visible(email) || "an unknown address"}, ${ip}, ${visible(userAgent)}`);
  print(visible(JSON.stringify(content, null, 2)));
}
