import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import type { LaneOf } from "./admission.ts";
import { takeTurns } from "./turns.ts";

const requestTo = (path: string) => `GET ${path} HTTP/1.1\r\nhost: shop.example\r\n\r\n`;

/** Keeps the processor busy, as rendering a page does. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Opens a server whose pages take 12 ms of work. @returns a function that requests a path on a connection of its own */
async function openPages(laneOf: LaneOf) {
  const app = fastify();
  takeTurns(app, new Set(["/quick"]), laneOf);
  const done = { pages: 0 };
  app.get("/page", async () => {
    await Promise.resolve();
    work(12);
    done.pages += 1;
    return "page";
  });
  const pagesBefore: number[] = [];
  for (const path of ["/quick", "/other"]) app.get(path, async () => void pagesBefore.push(done.pages));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  const open = (path: string) => {
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
    socket.write(requestTo(path));
    sockets.push(socket);
    return once(socket, "data");
  };
  return { open, done, pagesBefore };
}

test("new connections are accepted, and quick requests on them answered, between the pages of a crowd", async () => {
  const { open, done, pagesBefore } = await openPages(() => "public");
  const crowd = Array.from({ length: 100 }, () => open("/page"));
  await crowd[0];
  const [from, newcomers] = [done.pages, Array.from({ length: 40 }, () => open("/quick"))];
  await Promise.all(newcomers);
  expect(Math.max(...pagesBefore) - from).toBeLessThan(20);
});

test("a request of another lane does not wait for the whole crowd", async () => {
  const { open, done, pagesBefore } = await openPages(({ url }) => (url === "/page" ? "personal" : "public"));
  const crowd = Array.from({ length: 100 }, () => open("/page"));
  await crowd[0];
  const from = done.pages;
  await open("/other");
  expect((pagesBefore[0] ?? 100) - from).toBeLessThan(20);
  await Promise.all(crowd);
});
