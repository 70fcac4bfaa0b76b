import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/** Which form, on which page, of whom. */
export interface FormPlace {
  sessionId: number;
  userId: number;
  name: string;
  /** Path of the page that shows it. */
  path: string;
}

/** What was typed into a form, by name of the control; passwords are none of it. */
export type Typed = Readonly<Record<string, string>>;

/** How long (minutes) it waits for its owner to sign in and send it. */
export const keptFormMinutes = 60;

/** Keeps what was typed into a form whose session had ended, in place of an earlier one of this browser. */
export async function keepForm(db: Database, place: FormPlace, typed: Typed, now: Date): Promise<void> {
  const { sessionId, userId, name, path } = place;
  await db.execute(sql`
    insert into kept_forms (session_id, user_id, name, path, typed, kept_at)
    select s.id, u.id, ${name}, ${path}, ${JSON.stringify(typed)}::jsonb, ${now.toISOString()}::timestamptz
    from sessions s, users u where s.id = ${sessionId} and u.id = ${userId} for key share
    on conflict (session_id) do update set user_id = excluded.user_id, name = excluded.name, path = excluded.path,
      typed = excluded.typed, kept_at = excluded.kept_at`);
}

/** What waits for this person in this form; undefined when nothing does. */
export async function findKeptForm(db: Database, place: FormPlace, now: Date): Promise<Typed | undefined> {
  const { sessionId, userId, name, path } = place;
  const { rows } = await db.execute<{ typed: Typed }>(sql`select typed from kept_forms
    where session_id = ${sessionId} and user_id = ${userId} and name = ${name} and path = ${path}
      and kept_at > ${now.toISOString()}::timestamptz - interval '1 minute' * ${keptFormMinutes}`);
  return rows[0]?.typed;
}

/** Forgets what waits in this form: its owner has sent it again, and it was taken. */
export async function dropKeptForm(db: Database, { sessionId, userId, name, path }: FormPlace): Promise<void> {
  await db.execute(sql`delete from kept_forms
    where session_id = ${sessionId} and user_id = ${userId} and name = ${name} and path = ${path}`);
}

/** What waits in somebody's own sessions. */
export async function listKeptForms(db: Database, userId: number): Promise<{ path: string; typed: Typed }[]> {
  const { rows } = await db.execute<{ path: string; typed: Typed }>(sql`select path, typed from kept_forms
    where user_id = ${userId} and session_id in (select id from sessions where user_id = ${userId}) order by session_id`);
  return rows;
}
