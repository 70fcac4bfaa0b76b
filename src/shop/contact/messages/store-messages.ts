import { sql } from "drizzle-orm";
import { addingJob, tellWorkers } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { QueryBatcher } from "#db/query-batcher.ts";
import { isRefusedStatement, retryOnConflict } from "#db/retry-on-conflict.ts";
import { inTransaction } from "#db/transaction.ts";
import { type CountedForm, countForms } from "../../spam/count-forms.ts";
import { judgeSpam, type SpamSample, type SpamVerdict } from "../../spam/spam-score.rules.ts";
import type { StoredField, StoredFile } from "./message.ts";

/** A checked message, ready to be judged and stored. */
export interface CheckedMessage {
  formId: number;
  formTitle: string;
  fields: StoredField[];
  files: StoredFile[];
  subject: string;
  fromName: string;
  fromEmail: string;
  consent: Record<string, string>;
  meta: Record<string, string>;
  userId: number | null;
  /** It has mails to send unless it is spam. */
  hasMails: boolean;
  /** False: it is deleted once its mails are written, or not stored at all if it has none or is spam. */
  isKept: boolean;
  receivedAt: Date;
  counted: CountedForm;
  sample: Omit<SpamSample, "counts">;
}

/** The job that writes the mails of messages into the outbox; its payload is `messageIds`. */
export const contactMailsJob = "contact-mails";

const batchers = new WeakMap<Database, QueryBatcher<CheckedMessage, SpamVerdict>>();

/**
 * Judges a message and stores it together with the job that mails it. Messages that arrive at the same time share a
 * transaction, so that they do not wait for each other's serial numbers.
 */
export function storeMessage(db: Database, message: CheckedMessage): Promise<SpamVerdict> {
  let batcher = batchers.get(db);
  if (!batcher) {
    batcher = new QueryBatcher((batch) => retryOnConflict(() => storeAll(db, batch)), {
      isCausedByOne: isRefusedStatement,
    });
    batchers.set(db, batcher);
  }
  return batcher.load(message);
}

async function storeAll(db: Database, batch: readonly CheckedMessage[]): Promise<SpamVerdict[]> {
  const [{ receivedAt: now } = { receivedAt: new Date(0) }] = batch;
  return inTransaction(db, async (db) => {
    const counts = await countForms(
      db,
      batch.map(({ counted }) => counted),
      now,
    );
    const verdicts = batch.map(({ sample }, index) =>
      judgeSpam({ ...sample, counts: counts[index] ?? { fromAddress: 1, fromNetwork: 1, copies: 1 } }),
    );
    const rows = batch.flatMap((message, index) => {
      const verdict = verdicts[index];
      const isNeeded = message.isKept || (message.hasMails && verdict && !verdict.isSpam);
      return verdict && isNeeded ? [rowOf(message, verdict)] : [];
    });
    if (rows.length > 0) await insert(db, rows);
    return verdicts;
  });
}

/** Whether files are stored with a message. Those from an address that sends very many are not: they could fill the storage. */
export function keepsFiles({ reasons }: SpamVerdict): boolean {
  return !reasons.includes("address_flooding");
}

function rowOf({ hasMails, counted: _counted, sample: _sample, ...message }: CheckedMessage, verdict: SpamVerdict) {
  const { score, reasons, isSpam } = verdict;
  const files = keepsFiles(verdict) ? message.files : [];
  return {
    ...message,
    files,
    status: isSpam ? "spam" : "received",
    mails: hasMails ? "waiting" : "none",
    score,
    reasons,
  };
}

/** Inserts messages with their serial numbers, files and one job for all, in one statement. Forms are locked in the order of their ids. */
async function insert(db: Database, rows: readonly ReturnType<typeof rowOf>[]): Promise<void> {
  const statement = sql`
    with given as materialized (
      select *, row_number() over (partition by "formId" order by at) as place
      from json_to_recordset(${JSON.stringify(rows.map((row, at) => ({ ...row, at })))}::json) as g(at int, "formId" bigint,
        "formTitle" text, fields jsonb, files json, subject text, "fromName" text, "fromEmail" text, consent jsonb,
        meta jsonb, "userId" bigint, "isKept" boolean, "receivedAt" timestamptz, status text, mails text, score int,
        reasons jsonb)),
    held as materialized (
      select id from contact_forms where id in (select "formId" from given) order by id for no key update),
    counted as (
      update contact_forms f set message_count = message_count + own.count
      from (select "formId" as id, count(*) from given group by 1) own
      where f.id = own.id and f.id in (select id from held) returning f.id, f.message_count - own.count as before),
    written as (
      insert into contact_messages (form_id, form_title, serial_number, status, mails, is_kept, fields, subject, from_name,
        from_email, consent, meta, spam_score, spam_reasons, user_id, received_at)
      select g."formId", g."formTitle", c.before + g.place, g.status, g.mails, g."isKept", g.fields, g.subject,
        g."fromName", g."fromEmail", g.consent, g.meta, g.score, g.reasons, g."userId", g."receivedAt"
      from given g join counted c on c.id = g."formId" order by g.at
      returning id, form_id, serial_number, status, mails),
    filed as (
      insert into contact_message_files (message_id, position, field, name, media_type, size, key)
      select w.id, f.position, f.field, f.name, f."mediaType", f.size, f.key
      from written w join counted c on c.id = w.form_id
      join given g on g."formId" = w.form_id and c.before + g.place = w.serial_number
      cross join lateral json_to_recordset(g.files) as f(position int, field text, name text, "mediaType" text, size bigint,
        key text)
      returning message_id)
    select ${addingJob(contactMailsJob, sql`json_build_object('messageIds', json_agg(id))`)} from written
    where status = 'received' and mails = 'waiting' having count(*) > 0`;
  await executeNamed(db, "insert_contact_messages", statement);
  tellWorkers(db);
}
