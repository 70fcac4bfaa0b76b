import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { Refusal } from "../refusal.ts";
import type { SentForm } from "./judge-form.ts";
import type { SpamVerdict } from "./spam-score.rules.ts";

/** Kinds of forms that are held here as spam. Contact messages and reviews are kept in their own tables. */
export const heldKinds = ["back-in-stock", "estimate", "newsletter"] as const;
export type HeldKind = (typeof heldKinds)[number];

/** A form that was judged to be spam. */
export interface HeldForm {
  id: number;
  kind: HeldKind;
  /** What accepting it takes. */
  content: unknown;
  /** The sender's email address; "" without. */
  email: string;
  ip: string;
  userAgent: string;
  spamScore: number;
  spamReasons: string[];
  receivedAt: Date;
}

/** Keeps a form that was judged to be spam until `spam_days` have passed or a shopkeeper releases it. */
export async function holdForm(
  db: Database,
  form: { kind: HeldKind; content: object; email: string } & Pick<SentForm, "ip" | "userAgent">,
  { score, reasons }: SpamVerdict,
  now: Date,
): Promise<void> {
  const { kind, content, email, ip, userAgent } = form;
  await db.execute(sql`
    insert into held_forms (kind, content, email, ip, user_agent, spam_score, spam_reasons, received_at)
    values (${kind}, ${JSON.stringify(content)}::jsonb, ${email}, ${ip}, ${userAgent.slice(0, 500)}, ${score},
      ${JSON.stringify(reasons)}::jsonb, ${now.toISOString()}::timestamptz)`);
}

const columns = sql`id, kind, content, email, ip, user_agent as "userAgent", spam_score as "spamScore",
  spam_reasons as "spamReasons", received_at as "receivedAt"`;

type Row = Omit<HeldForm, "receivedAt"> & { receivedAt: string } & Record<string, unknown>;

const toForm = ({ receivedAt, ...row }: Row): HeldForm => ({ ...row, receivedAt: new Date(receivedAt) });

/** Lists held forms, newest first. */
export async function listHeldForms(db: Database, limit: number): Promise<HeldForm[]> {
  const { rows } = await db.execute<Row>(sql`select ${columns} from held_forms order by id desc limit ${limit}`);
  return rows.map(toForm);
}

/** @throws Refusal held_form_unknown */
export async function getHeldForm(db: Database, id: number): Promise<HeldForm> {
  const { rows } = await db.execute<Row>(sql`select ${columns} from held_forms where id = ${id}`);
  return known(rows, id);
}

/** Removes a form and returns it. Release it in the same transaction. @throws Refusal held_form_unknown */
export async function takeHeldForm(db: Database, id: number): Promise<HeldForm> {
  const { rows } = await db.execute<Row>(sql`delete from held_forms where id = ${id} returning ${columns}`);
  return known(rows, id);
}

function known([row]: Row[], id: number): HeldForm {
  if (!row) throw new Refusal("held_form_unknown", { id });
  return toForm(row);
}

/** Deletes at most `limit` forms that were held long enough. @returns the number deleted */
export async function deleteOldHeldForms(
  db: Database,
  { spam_days: days }: { spam_days: number },
  now: Date,
  limit: number,
): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000).toISOString();
  const { rowCount } = await db.execute(sql`delete from held_forms where id in (
    select id from held_forms where received_at < ${before}::timestamptz order by received_at limit ${limit})`);
  return rowCount ?? 0;
}
