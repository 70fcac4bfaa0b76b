import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { RecordedConsent } from "./consent.rules.ts";

/** A text that visitors read when they chose. */
export interface ConsentText {
  /** The first 16 hexadecimal digits of the SHA-256 of its body. */
  hash: string;
  language: string;
  body: string;
}

/** Stores a text, unless it is known. */
export async function storeConsentText(db: Database, { hash, language, body }: ConsentText, now: Date): Promise<void> {
  await db.execute(sql`insert into consent_texts (hash, language, body, first_used_at)
    values (${hash}, ${language}, ${body}, ${now.toISOString()}::timestamptz) on conflict do nothing`);
}

export async function findConsentText(db: Database, hash: string): Promise<ConsentText | undefined> {
  const { rows } = await db.execute<ConsentText & Record<string, unknown>>(
    sql`select hash, language, body from consent_texts where hash = ${hash}`,
  );
  return rows[0];
}

/** Stores what a session's visitor chose, instead of an earlier choice. */
export async function storeSessionConsent(db: Database, sessionId: number, consent: RecordedConsent): Promise<void> {
  await db.execute(sql`update sessions set consent = ${JSON.stringify(consent)}::jsonb where id = ${sessionId}`);
}
