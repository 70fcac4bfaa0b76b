import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import fastify from "fastify";
import { expect, test } from "vitest";
import { takeTurns } from "./turns.ts";

const requestTo = (path: string) => `GET ${path} HTTP/1.1\r\nhost: shop.example\r\n\r\n`;

/** Keeps the processor busy, as rendering a page does. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test("new connections are accepted, and quick requests on them answered, between the pages of a crowd", async () => {
  const app = fastify();
  takeTurns(app, new Set(["/quick"]));
  let pages = 0;
  const pagesBefore: number[] = [];
  app.get("/page", async () => {
    await Promise.resolve();
    work(12);
    pages += 1;
    return "page";
  });
  app.get("/quick", () => {
    pagesBefore.push(pages);
    return "quick";
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const sockets: Socket[] = [];
  const open = (path: string) => {
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
    socket.write(requestTo(path));
    sockets.push(socket);
    return once(socket, "data");
  };
  const crowd = Array.from({ length: 100 }, () => open("/page"));
  await crowd[0];
  const [from, newcomers] = [pages, Array.from({ length: 40 }, () => open("/quick"))];
  await Promise.all(newcomers);
  expect(Math.max(...pagesBefore) - from).toBeLessThan(20);
  for (const socket of sockets) socket.destroy();
  await app.close();
});
