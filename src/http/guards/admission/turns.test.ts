import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import type { LaneOf } from "./admission.ts";
import { takeTurns } from "./turns.ts";

const requestTo = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nhost: shop.example\r\n${headers}\r\n`;

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
  const counted = { now: 0, most: 0 };
  app.get("/counted", async () => {
    counted.now += 1;
    counted.most = Math.max(counted.most, counted.now);
    await vi.waitUntil(() => counted.most >= 16, 20_000);
    counted.now -= 1;
    return "";
  });
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  app.get("/upload", async (request) => request.withoutTurn(() => arrival));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  const open = (path: string, headers?: string) => {
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
    socket.write(requestTo(path, headers));
    sockets.push(socket);
    return once(socket, "data");
  };
  return { open, done, pagesBefore, counted, arrive };
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

test("requests that pretend to bring a file wait for their turn like all others", async () => {
  const { open, counted } = await openPages(() => "public");
  const disguises = ["content-disposition: attachment\r\n", "content-type: multipart/form-data; boundary=x\r\n"];
  await Promise.all(Array.from({ length: 60 }, (_, at) => open("/counted", disguises[at % 2])));
  expect(counted.most).toBe(16);
});

test("requests whose files are still arriving hold no turn", async () => {
  const { open, done, arrive } = await openPages(() => "public");
  const uploads = Array.from({ length: 40 }, () => open("/upload"));
  await open("/page");
  expect(done.pages).toBe(1);
  arrive();
  await Promise.all(uploads);
});
