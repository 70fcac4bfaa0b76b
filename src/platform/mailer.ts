import type { Readable } from "node:stream";
import { createTransport, type SendMailOptions } from "nodemailer";
import { PermanentFailure } from "./permanent-failure.ts";
import type { FileStorage } from "./storage/storage.ts";

/** A name, "" without, and an email address. */
export interface Mailbox {
  name: string;
  address: string;
}

/** Optional parts of a mail. */
export interface MailExtras {
  /** Replaces the sender's name. */
  fromName?: string;
  /** All recipients. */
  to?: Mailbox[];
  replyTo?: Mailbox[];
  cc?: Mailbox[];
  bcc?: Mailbox[];
  headers?: { name: string; value: string }[];
}

/** A file to send with a mail. */
export interface MailAttachment {
  name: string;
  mediaType: string;
  content: Readable;
}

/** A mail to send. */
export interface Mail {
  /**
   * The sender: the store's name and address apart, so that no name can forge an address, or the text from the
   * configuration.
   */
  from: string | { name: string; address: string };
  to: string;
  replyTo?: string;
  extras?: MailExtras;
  attachments?: MailAttachment[];
  subject: string;
  /** "" for a mail without HTML. */
  html: string;
  text: string;
  /** The same for every attempt to send this mail, so that duplicates can be detected. Without angle brackets. */
  messageId: string;
}

export interface Mailer {
  /**
   * Resolves when the mail server or the storage has accepted the mail. @throws PermanentFailure if a retry cannot
   * succeed.
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface MailerOptions {
  /** `smtp://user:password@host:port`; null: mails are written to `files`. */
  smtpUrl: string | null;
  /** Stores mails as .eml files if there is no mail server. */
  files: FileStorage;
  /** Total timeout (ms) of an attempt. Default: `attemptTimeoutMs`. */
  attemptMs?: number;
  /** The most connections to the mail server, each opened when it is needed. Default: 2. */
  connections?: number;
}

/** Idle timeout (ms) for a mail server's responses. */
const idleTimeoutMs = 15_000;

/** Total timeout (ms) of an attempt, even if the mail server keeps responding. */
export const attemptTimeoutMs = 60_000;

/** Creates the mailer. Connects with the first mail. */
export function openMailer(options: MailerOptions): Mailer {
  return options.smtpUrl ? smtpMailer(options.smtpUrl, options) : fileMailer(options.files);
}

function smtpMailer(
  url: string,
  { attemptMs = attemptTimeoutMs, connections = 2 }: Pick<MailerOptions, "attemptMs" | "connections">,
): Mailer {
  const times = { connectionTimeout: idleTimeoutMs, greetingTimeout: idleTimeoutMs, socketTimeout: idleTimeoutMs };
  const transport = createTransport({ url, pool: true, maxConnections: connections, maxMessages: 1000, ...times });
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

/**
 * SMTP response for an unknown recipient. A 550, a 553 and a detailed 551 must have a matching enhanced code, because
 * rejected senders (5.1.0, 5.1.7, 5.1.8) and refused relaying get the same status.
 */
const noSuchRecipient = /^(?:55[013][ -]5\.1\.(?![078]\b)\d|551[ -](?!5\.\d))/;

/**
 * Returns whether the mail server said that the recipient does not exist. All other errors may be temporary (daily
 * limit, unverified sender, rejected login or network): the mail is retried.
 */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const [command, answer] = [Reflect.get(error, "command"), Reflect.get(error, "response")] as [unknown, unknown];
  return command === "RCPT TO" && typeof answer === "string" && noSuchRecipient.test(answer);
}

/** Errors of a connection that came before any mail was sent over it. */
const unsentCodes: readonly unknown[] = ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EDNS", "EAUTH", "ETLS"];
const badCertificate = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;
const unsentTimeouts: readonly unknown[] = ["CONNECT_TIMEOUT", "GREETING_TIMEOUT"];

/**
 * Returns what an error of `Mailer.send` means for the mail: `refused` this mail or its recipient; `unreachable`: nothing
 * can be sent now; `unclear`: the mail server may have accepted it. In the first two cases it was certainly not sent.
 */
export function deliveryFaultOf(error: unknown): "refused" | "unreachable" | "unclear" {
  if (error instanceof PermanentFailure) return "refused";
  if (!(error instanceof Error)) return "unclear";
  const read = (name: string): unknown => Reflect.get(error, name);
  if (typeof read("responseCode") === "number")
    return read("command") === "RCPT TO" || read("command") === "DATA" ? "refused" : "unreachable";
  const isUnsent =
    unsentCodes.includes(read("originalCode")) ||
    unsentCodes.includes(read("code")) ||
    unsentTimeouts.includes(read("timeoutType")) ||
    badCertificate.test(String(read("originalCode")));
  return isUnsent ? "unreachable" : "unclear";
}

/** Returns the reason in an error of `Mailer.send`, as the mail server or the network gave it. */
export function faultTextOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** Returns a mailer that writes files; sending the same mail again writes the same file. */
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

function toMessage({ messageId, replyTo, html, extras = {}, attachments = [], ...mail }: Mail): SendMailOptions {
  const { fromName, headers = [], ...boxes } = extras;
  const address = typeof mail.from === "string" ? mail.from : mail.from.address;
  return {
    ...mail,
    ...(replyTo && { replyTo }),
    ...(html && { html }),
    ...boxes,
    ...(fromName && !address.includes("<") && { from: { name: fromName, address } }),
    headers: headers.map(({ name, value }) => ({ key: name, value })),
    attachments: attachments.map(({ name, mediaType, content }) => ({
      filename: name,
      contentType: mediaType,
      content,
    })),
    messageId: `<${messageId}>`,
    // Nothing in a mail may make the mailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
