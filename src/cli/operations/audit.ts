import { StartError } from "#platform/start-error.ts";
import { type AuditEntry, listAudit } from "#shop/audit/audit-log.ts";
import type { CommandContext, DatabaseCommand } from "../command.ts";
import { visible } from "../contact/visible.ts";
import { sinceOf } from "../since-option.ts";

type AuditContext = Pick<CommandContext, "db" | "print">;

/** `audit`: who changed what, when and from where, newest first. */
export const auditCommand: DatabaseCommand<AuditContext> = {
  name: "audit",
  usage: "audit",
  summary: "who changed settings, staff, prices, stock and orders, and sign-ins of staff; newest first",
  options: [
    {
      flags: "--action <word>",
      meaning: "setting, user, product, order, article, topic, review, media, sign-in, erasure, export and others",
    },
    { flags: "--subject <name>", meaning: "the setting, or the number of the user, product or order" },
    { flags: "--by <who>", meaning: "a user's email address, or a command or job, such as import" },
    { flags: "--since <date>", meaning: "from this moment on" },
    { flags: "--limit <n>", meaning: "how many to list; default 50" },
  ],
  needs: "migrated database",
  async run({ db, print }, _args, options) {
    const { action, subject, by, limit = "50" } = options;
    if (!/^[1-9]\d{0,4}$/.test(String(limit))) throw new StartError(`"${limit}" is not a number of entries.`);
    const text = (option: string | true | undefined) => (typeof option === "string" ? option : undefined);
    const entries = await listAudit(db, {
      action: text(action),
      subject: text(subject),
      by: text(by),
      since: sinceOf(options),
      limit: Number(limit),
    });
    if (entries.length === 0) print("Nothing is recorded.");
    for (const entry of entries) print(visible(lineOf(entry)));
  },
};

function lineOf(entry: AuditEntry): string {
  const { at, actorKind, actor, email, address, action, subject, subjectEmail, before, after } = entry;
  const who = [actorKind, email ?? actor, address && `from ${address}`].filter(Boolean).join(" ");
  const names = Object.keys({ ...before, ...after });
  const changes = names.map((name) => `${name}: ${written(before?.[name])} → ${written(after?.[name])}`);
  const what = [action, subject, subjectEmail && `(${subjectEmail})`].filter(Boolean).join(" ");
  return [at.toISOString().replace(/\.\d+Z$/, "Z"), who, what, ...changes].join("  ");
}

function written(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
