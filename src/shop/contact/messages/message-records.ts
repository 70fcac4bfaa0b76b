import type { Database } from "#db/database.ts";
import { listMessagesOf, type MessageSender } from "./contact-messages.ts";
import type { ContactMessage } from "./message.ts";

/** Returns a message as exports contain it: without keys of the storage and without the spam verdict. */
export function messageRecord({ id, formTitle, serialNumber, status, receivedAt, ...message }: ContactMessage) {
  const { fields, files, consent, meta } = message;
  return {
    id,
    form: formTitle,
    serialNumber,
    status,
    receivedAt,
    fields: Object.fromEntries(
      fields.map(({ name, values }) => [name, values.length > 1 ? values : (values[0] ?? "")]),
    ),
    files: files.map(({ field, name, mediaType, size }) => ({ field, name, mediaType, size })),
    consent,
    page: meta._url ?? "",
    address: meta._remote_ip ?? "",
    browser: meta._user_agent ?? "",
  };
}

/** Returns the messages of a person for their data export. */
export async function messageRecordsOf(db: Database, sender: MessageSender) {
  return (await listMessagesOf(db, sender)).map(messageRecord);
}
