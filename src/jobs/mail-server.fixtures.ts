import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";
import { openMailer } from "#platform/mailer.ts";
import { openLocalFolder } from "#platform/storage/local-folder.ts";

/** The SMTP commands that the test server can refuse. */
type SmtpCommand = "MAIL FROM" | "RCPT TO" | "DATA";

/** Starts a mail server on loopback that can refuse commands or stop answering, and a mailer that uses it. */
export async function openMailServer() {
  const received: string[] = [];
  let refusal: { answer: string; to: SmtpCommand } | null = null;
  let silence = Promise.resolve();
  const answer = (command: SmtpCommand, done: (error?: Error) => void) => {
    if (refusal?.to !== command) return done();
    const { answer: line } = refusal;
    done(Object.assign(new Error(line.slice(4)), { responseCode: Number(line.slice(0, 3)) }));
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
  /** Refuses a command with an answer such as "550 5.1.1 no such user"; null accepts everything again. */
  const refuse = (answer: string | null, to: SmtpCommand = "RCPT TO") =>
    void (refusal = answer === null ? null : { answer, to });
  /** Accepts connections but stops answering commands. @returns a function that resumes answering */
  const keepSilent = () => {
    let resume = () => {};
    silence = new Promise((resolve) => (resume = resolve));
    return () => resume();
  };
  return { url, mailer, received, refuse, keepSilent };
}
