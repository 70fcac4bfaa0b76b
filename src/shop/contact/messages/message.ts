import type { PostedField } from "../posted-fields.rules.ts";

/** A field of a stored message. */
export interface StoredField extends PostedField {
  name: string;
}

/** A file of a stored message. */
export interface StoredFile {
  position: number;
  field: string;
  /** The sender's name for it, cleaned. */
  name: string;
  mediaType: string;
  size: number;
  /** Key in the storage of attachments. */
  key: string;
}

/** A stored message. */
export interface ContactMessage {
  id: number;
  /** Null: the form was deleted. */
  formId: number | null;
  formTitle: string;
  serialNumber: number;
  status: "received" | "spam";
  /** Whether a job still has to write the mails. */
  mails: "none" | "waiting" | "written";
  isKept: boolean;
  fields: StoredField[];
  subject: string;
  fromName: string;
  fromEmail: string;
  consent: Record<string, string>;
  /** Values of special mail-tags at that time: `_url`, `_remote_ip`, `_user_agent`. */
  meta: Record<string, string>;
  spamScore: number;
  spamReasons: string[];
  userId: number | null;
  receivedAt: Date;
  files: StoredFile[];
}
