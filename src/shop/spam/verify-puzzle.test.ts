import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { verifyPuzzle } from "./verify-puzzle.ts";

/** Starts a strict judge: it takes one url-encoded POST with exactly the documented fields. */
async function openJudge(secret: string): Promise<string> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const fields = new URLSearchParams(await text(request));
    const isRight =
      request.method === "POST" &&
      request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") &&
      [...fields.keys()].join() === "secret,response,remoteip";
    if (!isRight) return void response.writeHead(400).end("{}");
    const success = fields.get("secret") === secret && fields.get("response") === "solved";
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ success, "error-codes": [] }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/siteverify`;
}

const ask = (
  service: "turnstile" | "hcaptcha" | "none",
  url: string,
  fields: Record<string, string>,
  secret = "s3cret",
) =>
  verifyPuzzle(
    { puzzle_service: service, puzzle_secret_key: secret, puzzle_verify_url: url },
    (name) => fields[name] ?? "",
    "203.0.113.9",
  );

test.each([
  ["turnstile", "cf-turnstile-response"],
  ["turnstile", "_wpcf7_turnstile_response"],
  ["hcaptcha", "h-captcha-response"],
] as const)("%s judges the answer in %s", async (service, field) => {
  const url = await openJudge("s3cret");
  expect(await ask(service, url, { [field]: "solved" })).toBe("passed");
  expect(await ask(service, url, { [field]: "guessed" })).toBe("failed");
  expect(await ask(service, url, {})).toBe("failed");
});

test("without a service nothing is asked; one that is away or answers nonsense refuses nobody", async () => {
  expect(await ask("none", "", {})).toBe("none");
  expect(await ask("turnstile", "", { "cf-turnstile-response": "x" }, "")).toBe("none");
  expect(await ask("turnstile", "http://127.0.0.1:1/", { "cf-turnstile-response": "x" })).toBe("unreachable");
});
