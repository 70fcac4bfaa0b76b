import { expect, test } from "vitest";
import { PermanentFailure } from "#platform/permanent-failure.ts";
import { openMailServer } from "./mail-server.fixtures.ts";

const mail = { from: "a@example.com", to: "b@example.com", subject: "s", html: "h", text: "t", messageId: "1@x" };

test.each([
  ["550 5.4.5 daily limit reached", "MAIL FROM"],
  ["553 sender not verified", "MAIL FROM"],
  ["550 5.1.1 no mailbox of this sender", "MAIL FROM"],
  ["530 5.7.0 sign in first", "MAIL FROM"],
  ["550 not from your network", "RCPT TO"],
  ["553 5.7.1 sender not owned by the user", "RCPT TO"],
  ["550 5.1.8 sender rejected", "RCPT TO"],
  ["554 5.7.1 relaying denied", "RCPT TO"],
  ["550 5.1.0 <shop@example.com>: Sender address rejected", "RCPT TO"],
  ["553 sorry, that domain is not in my list of allowed rcpthosts", "RCPT TO"],
  ["554 5.7.0 too many for today", "DATA"],
] as const)("a refusal not caused by the recipient is retried: %s to %s", async (answer, command) => {
  const server = await openMailServer();
  server.refuse(answer, command);
  const error = await server.mailer.send(mail).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(PermanentFailure);
  server.refuse(null);
  await server.mailer.send(mail);
  expect(server.received).toHaveLength(1);
});

test.each(["550 5.1.1 no such user", "551 moved away", "553 5.1.3 no address"])(
  "an unknown recipient is not retried: %s",
  async (answer) => {
    const server = await openMailServer();
    server.refuse(answer);
    await expect(server.mailer.send(mail)).rejects.toBeInstanceOf(PermanentFailure);
  },
);
