import { sql } from "drizzle-orm";
import { type Actor, currentActor } from "#db/actor.ts";
import type { Database } from "#db/database.ts";

/** An entry of the audit log. Triggers write those about settings, users, products, orders, articles, topics, reviews and media. */
export interface AuditEntry {
  id: number;
  at: Date;
  actorKind: Actor["kind"] | "shop" | "database";
  actor: string;
  /** The email address of a user who still exists; null otherwise. */
  email: string | null;
  address: string;
  action: string;
  subject: string;
  /** The email address of the user whom it is about, if they still exist; null otherwise. */
  subjectEmail: string | null;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** Records something that changes no audited table, by the current actor. */
export async function recordAction(
  db: Database,
  { action, subject, after }: { action: string; subject: string; after: object },
): Promise<void> {
  const { kind = "shop", name = "", address = "" } = currentActor() ?? {};
  await db.execute(sql`insert into audit_log (actor_kind, actor, address, action, subject, after)
    values (${kind}, ${name}, ${address}, ${action}, ${subject}, ${JSON.stringify(after)}::jsonb)`);
}

/**
 * Records a sign-in, or a refused one, of the members of staff among some users. Always one statement, so that its time does
 * not tell whose accounts they are.
 */
export async function recordSignIn(
  db: Database,
  userIds: readonly number[],
  { address, isRefused }: { address: string; isRefused: boolean },
): Promise<void> {
  await db.execute(sql`insert into audit_log (actor_kind, actor, address, action, subject)
    select 'user', id, ${address}, ${isRefused ? "sign-in refused" : "sign-in"}, id
    from users where id = any(${sql.param([...userIds])}::bigint[]) and role <> 'customer'`);
}

export interface AuditFilter {
  /** For example "setting". */
  action?: string | undefined;
  /** For example "currency", or an order's number. */
  subject?: string | undefined;
  /** A user's email address or id, or the name of a command, key or job. */
  by?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  limit: number;
}

/** How the names of actions on users begin (a regular expression). The numbers of other subjects could be a user's. */
const onUsers = "^(user$|sign-in|erasure|export|second factor|recovery codes|passkey|application password)";

/** Lists entries, newest first. */
export async function listAudit(db: Database, filter: AuditFilter): Promise<AuditEntry[]> {
  const { action = null, subject = null, by = null, since, until, limit } = filter;
  const { rows } = await db.execute<Omit<AuditEntry, "at"> & { at: string } & Record<string, unknown>>(sql`
    select a.id::int as id, a.at, a.actor_kind as "actorKind", a.actor, u.email, a.address, a.action, a.subject,
      about.email as "subjectEmail", a.before, a.after
    from audit_log a left join users u on a.actor_kind = 'user' and u.id::text = a.actor
      left join users about on a.action ~ ${onUsers} and about.id::text = a.subject
    where (${action}::text is null or a.action = ${action}) and (${subject}::text is null or a.subject = ${subject})
      and (${by}::text is null or a.actor = ${by} or u.email_key = lower(${by}))
      and (${since?.toISOString() ?? null}::timestamptz is null or a.at >= ${since?.toISOString() ?? null}::timestamptz)
      and (${until?.toISOString() ?? null}::timestamptz is null or a.at < ${until?.toISOString() ?? null}::timestamptz)
    order by a.id desc limit ${limit}`);
  return rows.map(({ at, ...entry }) => ({ ...entry, at: new Date(at) }));
}

/**
 * Deletes at most `limit` entries that were kept long enough. The database refuses it for its last 90 days, so that is the
 * least whatever the clock says. @returns how many
 */
export async function deleteOldAudit(
  db: Database,
  { audit_days: days }: { audit_days: number },
  now: Date,
  limit: number,
): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000).toISOString();
  const { rowCount } = await db.execute(sql`delete from audit_log where id in (
    select id from audit_log where at < least(${before}::timestamptz, now() - interval '90 days') order by at limit ${limit})`);
  return rowCount ?? 0;
}
