import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/** Identifies a form by session, user and page. */
export interface FormPlace {
  sessionId: number;
  userId: number;
  name: string;
  /** Path of the page that shows it. */
  path: string;
}

/** The values typed into a form by control name, without passwords. */
export type Typed = Readonly<Record<string, string>>;

/** How long (minutes) the values are saved for the user to sign in and send the form. */
export const savedFormMinutes = 60;

/** Saves the values of a form whose session had ended, replacing earlier ones of the same browser. */
export async function saveForm(db: Database, place: FormPlace, typed: Typed, now: Date): Promise<void> {
  const { sessionId, userId, name, path } = place;
  await db.execute(sql`
    insert into saved_forms (session_id, user_id, name, path, typed, saved_at)
    select s.id, u.id, ${name}, ${path}, ${JSON.stringify(typed)}::jsonb, ${now.toISOString()}::timestamptz
    from sessions s, users u where s.id = ${sessionId} and u.id = ${userId} for key share
    on conflict (session_id) do update set user_id = excluded.user_id, name = excluded.name, path = excluded.path,
      typed = excluded.typed, saved_at = excluded.saved_at`);
}

/** Finds the saved values of a form; undefined if there are none. */
export async function findSavedForm(db: Database, place: FormPlace, now: Date): Promise<Typed | undefined> {
  const { sessionId, userId, name, path } = place;
  const { rows } = await db.execute<{ typed: Typed }>(sql`select typed from saved_forms
    where session_id = ${sessionId} and user_id = ${userId} and name = ${name} and path = ${path}
      and saved_at > ${now.toISOString()}::timestamptz - interval '1 minute' * ${savedFormMinutes}`);
  return rows[0]?.typed;
}

/** Deletes the saved values of a form that was sent again and accepted. */
export async function deleteSavedForm(db: Database, { sessionId, userId, name, path }: FormPlace): Promise<void> {
  await db.execute(sql`delete from saved_forms
    where session_id = ${sessionId} and user_id = ${userId} and name = ${name} and path = ${path}`);
}

/** Lists the saved forms of all sessions of a user. */
export async function listSavedForms(db: Database, userId: number): Promise<{ path: string; typed: Typed }[]> {
  const { rows } = await db.execute<{ path: string; typed: Typed }>(sql`select path, typed from saved_forms
    where user_id = ${userId} and session_id in (select id from sessions where user_id = ${userId}) order by session_id`);
  return rows;
}
