import { once } from "node:events";
import { connect } from "node:net";
import fastify from "fastify";
import { expect, test } from "vitest";
import { serverOptions } from "./server-options.ts";

test("a request that arrives on an open connection while the server stops is answered, and the connection then ends", async () => {
  const app = fastify(serverOptions({ isBehindProxy: false }));
  app.get("/", () => "the page");
  // Runs when the server has begun to stop, before it closes idle connections.
  app.addHook("preClose", async () => {
    socket.write("GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n");
    await once(socket, "end");
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  const socket = connect(typeof address === "object" ? (address?.port ?? 0) : 0, "127.0.0.1");
  await once(app.server, "connection");
  let received = "";
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString();
  });
  await app.close();
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n/i);
  expect(received).toContain("the page");
});
