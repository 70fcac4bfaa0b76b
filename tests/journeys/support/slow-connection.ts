import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { inject, onTestFinished } from "vitest";

/** Length of a piece of a page in bytes, at least. */
const pieceLength = 1000;
/** Milliseconds between two pieces: longer than a frame, so that the browser shows each. */
const pause = 20;

/**
 * Opens a proxy of the shared shop that sends the bodies of pages in small pieces, each up to the end of an element. Closed
 * with the test.
 * @returns its origin
 */
export async function openSlowConnection(): Promise<string> {
  const { hostname, port } = new URL(inject("shopOrigin"));
  const proxy = createServer((asked, answer) => {
    const { method, url: path } = asked;
    const headers = { ...asked.headers, "accept-encoding": "identity" };
    asked.pipe(
      request({ hostname, port, method, path, headers }, (answered) => {
        answer.writeHead(answered.statusCode ?? 500, answered.headers);
        if (answered.headers["content-type"]?.startsWith("text/html")) void sendSlowly(answered, answer);
        else answered.pipe(answer);
      }),
    );
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

async function sendSlowly(answered: IncomingMessage, answer: ServerResponse): Promise<void> {
  // As bytes, which this encoding keeps.
  const page = (await answered.setEncoding("latin1").toArray()).join("");
  answer.socket?.setNoDelay(true);
  let sent = 0;
  for (let next = page.indexOf("<body"); next > 0; next = endOfElement(page, sent + pieceLength)) {
    answer.write(page.slice(sent, next), "latin1");
    sent = next;
    await wait(pause);
  }
  answer.end(page.slice(sent), "latin1");
}

/** Returns where a cell, a list's item or another block of the page ends; 0 if none follows. */
function endOfElement(page: string, from: number): number {
  const end = /<\/(?:td|th|tr|li|ul|p|div|h1|h2|form|section|header|main|nav)>/g;
  end.lastIndex = from;
  return end.exec(page) ? end.lastIndex : 0;
}
