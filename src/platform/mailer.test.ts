import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openMailer } from "./mailer.ts";
import { openLocalFolder } from "./storage/local-folder.ts";

test("an attempt that the mail server drags out forever times out", async () => {
  const server = createServer((socket) => {
    // Another line of an endless greeting, so that an idle timeout never fires.
    const timer = setInterval(() => socket.write("220-one moment\r\n"), 10);
    socket.on("close", () => clearInterval(timer)).on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, files: openLocalFolder(""), attemptMs: 200 });
  onTestFinished(async () => {
    mailer.close();
    await new Promise<unknown>((resolve) => server.close(resolve));
  });
  const mail = { from: "a@example.com", to: "b@example.com", subject: "s", html: "h", text: "t", messageId: "1@x" };
  await expect(mailer.send(mail)).rejects.toThrow(/abort|timeout|timed out/i);
}, 10_000);
