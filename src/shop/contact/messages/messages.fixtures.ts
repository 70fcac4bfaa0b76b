import type { Database } from "#db/database.ts";
import { noon } from "../../cart/cart.fixtures.ts";
import { getForm, saveForm } from "../forms/contact-forms.ts";
import { readFormFile } from "../forms/form-file.rules.ts";
import { type CheckedMessage, storeMessage } from "./store-messages.ts";

/** Saves a form "Contact" with one field. @returns its id */
export async function giveContactForm(db: Database): Promise<number> {
  const text =
    "---\ntitle: Contact\nslug: contact\n---\n=== form ===\n[text your-message]\n=== mail ===\nTo: a@example.com";
  await saveForm(db, readFormFile(text).form, noon);
  return (await getForm(db, "contact")).id;
}

/** Stores a message of that form with these changes. */
export async function giveMessage(
  db: Database,
  formId: number,
  text: string,
  { honeypot = "", ...changes }: Partial<CheckedMessage> & { honeypot?: string } = {},
): Promise<void> {
  await storeMessage(db, {
    formId,
    formTitle: "Contact",
    fields: [{ name: "your-message", type: "text", values: [text], shown: [text], isChosen: false }],
    files: [],
    subject: "Hello",
    fromName: "Sana",
    fromEmail: "sana@example.com",
    consent: {},
    meta: { _url: "https://shop.example/contact/", _remote_ip: "203.0.113.9" },
    userId: null,
    hasMails: true,
    isKept: true,
    receivedAt: noon,
    counted: { ip: "203.0.113.9", content: undefined },
    sample: {
      texts: [text],
      signals: { honeypot, loadedAt: undefined, behaviour: undefined },
      userAgent: "Mozilla",
      disallowedWords: [],
      origins: [],
      puzzle: "none",
      isCorrection: false,
      now: noon.getTime(),
    },
    ...changes,
  });
}

/** A PDF file of a message, stored under this key. */
export function pdfFile(key: string) {
  return { position: 0, field: "cv", name: "cv.pdf", mediaType: "application/pdf", size: 9, key };
}
