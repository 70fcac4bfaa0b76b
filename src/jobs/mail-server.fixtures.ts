import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";
import { openMailer } from "#platform/mailer.ts";
import { openLocalFolder } from "#platform/storage/local-folder.ts";

/** What a mail server can say no to. */
type SmtpCommand = "MAIL FROM" | "RCPT TO" | "DATA";

/** A mail server on loopback that says no or keeps silent while it is told to, and the way to it. */
export async function openMailServer() {
  const received: string[] = [];
  let refusal: { answer: string; to: SmtpCommand } | null = null;
  let silence = Promise.resolve();
  const answer = (command: SmtpCommand, done: (error?: Error) => void) => {
    if (refusal?.to !== command) return done();
    const { answer: said } = refusal;
    done(Object.assign(new Error(said.slice(4)), { responseCode: Number(said.slice(0, 3)) }));
  };
  const answerTo = (command: SmtpCommand, done: (error?: Error) => void) =>
    void silence.then(() => answer(command, done));
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onMailFrom: (_address, _session, done) => answerTo("MAIL FROM", done),
    onRcptTo: (_address, _session, done) => answerTo("RCPT TO", done),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (refusal?.to !== "DATA") received.push(Buffer.concat(chunks).toString());
        answerTo("DATA", done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://127.0.0.1:${port}`;
  const mailer = openMailer({ smtpUrl: url, files: openLocalFolder("") });
  onTestFinished(async () => {
    mailer.close();
    await new Promise<void>((resolve) => server.close(resolve));
  });
  /** "550 5.1.1 no such user"; null: takes all. */
  const refuse = (answer: string | null, to: SmtpCommand = "RCPT TO") =>
    void (refusal = answer === null ? null : { answer, to });
  /** Accepts connections and answers no command any more. @returns what ends the silence */
  const keepSilent = () => {
    let speak = () => {};
    silence = new Promise((resolve) => (speak = resolve));
    return () => speak();
  };
  return { url, mailer, received, refuse, keepSilent };
}
