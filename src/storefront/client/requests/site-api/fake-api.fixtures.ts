import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { SiteApi, type SiteApiOptions } from "./site-api.ts";

/** A request as the server got it. */
export interface Received {
  method: string;
  url: URL;
  headers: IncomingMessage["headers"];
  body: string;
}

/** What the server does with a request: answers it, or fails in its own way. */
export type Step = (request: Received, response: ServerResponse) => void;

/** Answers with JSON. */
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Step =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

/** Answers with a text. */
export const plain =
  (body: string, status = 200): Step =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "text/plain" }).end(body);

/** Closes the connection without an answer. */
export const hangUp: Step = (_, response) => void response.socket?.destroy();

/** Breaks off in the middle of an answer. */
export const breakOff: Step = (_, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"id":');
  setTimeout(() => response.socket?.destroy(), 20);
};

/** Never answers. */
export const silence: Step = () => {};

/** A server that takes these steps in turn, the last one from then on, and a client of it. Ends with the test. */
export async function openFakeApi(
  steps: readonly Step[],
  options: Partial<SiteApiOptions> = {},
): Promise<{ api: SiteApi; received: Received[]; origin: string }> {
  const received: Received[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", origin);
    const body = await text(request).catch(() => "");
    const one = { method: request.method ?? "", url, headers: request.headers, body };
    const step = steps[Math.min(received.length, steps.length - 1)];
    received.push(one);
    step?.(one, response);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const nonceUrl = `${origin}/wp-admin/admin-ajax.php?action=rest-nonce`;
  return { api: new SiteApi({ root: `${origin}/wp-json/`, nonceUrl, pauseMs: 1, ...options }), received, origin };
}
