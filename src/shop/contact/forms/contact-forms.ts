import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { isTakenValue } from "#db/retry-on-conflict.ts";
import { contactForms, contactMessages } from "#db/tables/contact.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import type { ContactForm, FormDefinition } from "./contact-form.ts";
import { findForm } from "./find-form.rules.ts";

/** Lists all forms, by title. */
export async function listForms(db: Database): Promise<ContactForm[]> {
  const rows = await db.select().from(contactForms).orderBy(contactForms.title, contactForms.id);
  return rows.map(({ messageCount: _count, ...row }) => row as ContactForm);
}

/** Finds a form for a command. @throws Refusal form_unknown */
export async function getForm(db: Database, name: string): Promise<ContactForm> {
  const form = findForm(await listForms(db), name);
  if (!form) throw new Refusal("form_unknown", { name });
  return form;
}

/** Creates the form, or replaces the one with its slug. @throws Refusal form_hash_taken */
export async function saveForm(db: Database, form: FormDefinition, now: Date): Promise<"created" | "updated"> {
  const { slug, title, locale, template, mail, mail2, messages, additionalSettings } = form;
  const texts = { title, locale, template, mail, mail2, messages, additionalSettings, updatedAt: now };
  const hash = form.hash || createHash("sha256").update(slug).digest("hex").slice(0, 7);
  return inTransaction(db, async (db) => {
    const kept = form.hash === "" ? texts : { ...texts, hash };
    const [row] = await refusingTakenHash(hash, () =>
      db
        .insert(contactForms)
        .values({ slug, hash, ...texts })
        .onConflictDoUpdate({ target: contactForms.slug, set: kept })
        .returning({ isNew: sql<boolean>`xmax = 0` }),
    );
    await announceChange(db, ["contact-forms"]);
    return row?.isNew ? "created" : "updated";
  });
}

async function refusingTakenHash<Row>(hash: string, write: () => Promise<Row>): Promise<Row> {
  try {
    return await write();
  } catch (error) {
    if (!isTakenValue(error)) throw error;
    throw new Refusal("form_hash_taken", { hash });
  }
}

/**
 * Deletes a form; its messages stay. @throws Refusal form_unknown, form_has_waiting_mails (the mails of its last messages
 * are not written yet)
 */
export async function deleteForm(db: Database, name: string): Promise<void> {
  const { id, title } = await getForm(db, name);
  await inTransaction(db, async (db) => {
    await db.select({ id: contactForms.id }).from(contactForms).where(eq(contactForms.id, id)).for("update");
    const isWaiting = and(
      eq(contactMessages.formId, id),
      eq(contactMessages.mails, "waiting"),
      eq(contactMessages.status, "received"),
    );
    const waiting = await db.select({ id: contactMessages.id }).from(contactMessages).where(isWaiting).limit(1);
    if (waiting.length > 0) throw new Refusal("form_has_waiting_mails", { title });
    await db.delete(contactForms).where(eq(contactForms.id, id));
    await announceChange(db, ["contact-forms"]);
  });
}
