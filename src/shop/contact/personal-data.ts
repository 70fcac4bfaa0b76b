import type { PersonalDataPart } from "../privacy/personal-data.rules.ts";
import { eraseMessagesOf } from "./messages/contact-messages.ts";
import { messageRecordsOf } from "./messages/message-records.ts";

/** Contact messages that a person sent, also before signing in. */
export const contactData: PersonalDataPart = {
  name: "contact messages",
  list: async (db, person) => ({ contactMessages: await messageRecordsOf(db, person) }),
  erase: async (db, person) => ({ erased: await eraseMessagesOf(db, person), kept: 0 }),
};
