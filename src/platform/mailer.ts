import { createTransport } from "nodemailer";
import { PermanentFailure } from "./permanent-failure.ts";
import type { FileStorage } from "./storage/storage.ts";

/** A mail as it leaves the shop. */
export interface Mail {
  /** Who sends it: the store in parts, so that no name can forge an address, or as the configuration spells it. */
  from: string | { name: string; address: string };
  to: string;
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /** The same for every attempt to send this mail, so that a receiver who gets it twice can tell. Without brackets. */
  messageId: string;
}

export interface Mailer {
  /** Resolves when the mail server or the storage has accepted the mail. @throws PermanentFailure if a retry cannot succeed. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface MailerOptions {
  /** `smtp://user:password@host:port`; null: mails are written to `files`. */
  smtpUrl: string | null;
  /** Stores mails as .eml files when there is no mail server. */
  files: FileStorage;
  /** How long (ms) one attempt may take in all. Default: `longestAttempt`. */
  attemptMs?: number;
}

/** How long (ms) a mail server may keep silent before the attempt counts as failed. */
const patience = 15_000;

/** How long (ms) one attempt may take in all, however the mail server spins it out. */
export const longestAttempt = 60_000;

/** Opens the way on which mails leave. Nothing is connected before the first mail. */
export function openMailer(options: MailerOptions): Mailer {
  return options.smtpUrl ? smtpMailer(options.smtpUrl, options.attemptMs ?? longestAttempt) : fileMailer(options.files);
}

function smtpMailer(url: string, attemptMs: number): Mailer {
  const times = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience };
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...times });
  return {
    async send(mail) {
      const message = { ...toMessage(mail), signal: AbortSignal.timeout(attemptMs) };
      try {
        await transport.sendMail(message);
      } catch (error) {
        throw isRefusedForGood(error) ? new PermanentFailure("The mail was refused", { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}

/** An answer that it has no such recipient. Beside a 550, and of a 551 or 553 that tells more, the code has to say so: a sender that is not taken (5.1.7, 5.1.8) gets the same. */
const noSuchRecipient = /^(?:55[013][ -]5\.1\.(?![78]\b)\d|55[13][ -](?!5\.\d))/;

/**
 * Whether the mail server said that there is nobody to whom this mail could go. Every other no may pass (a day's limit, a
 * sender not verified yet, a sign-in or a network that it does not take): the mail waits until that is mended.
 */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const [command, answer] = [Reflect.get(error, "command"), Reflect.get(error, "response")] as [unknown, unknown];
  return command === "RCPT TO" && typeof answer === "string" && noSuchRecipient.test(answer);
}

/** Sending the same mail again writes the same file. */
function fileMailer(files: FileStorage): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail));
      const name = mail.messageId.replace(/[^A-Za-z0-9._-]/g, "_");
      await files.put(`${name}.eml`, message as Buffer);
    },
    close: () => {},
  };
}

function toMessage({ messageId, replyTo, ...mail }: Mail) {
  // Mails are written by the shop alone: nothing in them may make the mailer read a file or fetch an address.
  const locked = { disableFileAccess: true, disableUrlAccess: true };
  return { ...mail, ...(replyTo && { replyTo }), messageId: `<${messageId}>`, ...locked };
}
