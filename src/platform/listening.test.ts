import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { closeWithin, listenError, refuseTakenPort } from "./listening.ts";

test("closing a server cuts off a request that does not end", async () => {
  const server = createServer(() => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const asked = once(server, "request");
  const answer = fetch(`http://127.0.0.1:${port}`).then(
    () => "answered",
    () => "cut",
  );
  await asked;
  await closeWithin(server, () => new Promise((resolve) => server.close(() => resolve())), 20);
  expect(await answer).toBe("cut");
});

test("closing a server answers a request on a connection that it has not accepted yet", async () => {
  const server = createServer((_, response) => response.end("ok"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: shop.example\r\nconnection: close\r\n\r\n");
  const answer = text(socket).catch(String);
  // The kernel connects it; the event loop has not run.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  await closeWithin(server, () => new Promise((resolve) => server.close(() => resolve())), 10_000);
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK/);
});

test("a taken port is rejected with a message that says what to do", async () => {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await expect(refuseTakenPort({ host: "127.0.0.1", port })).rejects.toThrow(/is taken: .* set PORT/);
  server.close();
});

test("an unknown host is rejected with a message that says what to do", () => {
  for (const code of ["ENOTFOUND", "EAI_AGAIN"])
    expect(
      String(listenError(Object.assign(new Error("getaddrinfo"), { code }), { host: "locahost", port: 1 })),
    ).toMatch(/^StartError: The host name locahost cannot be resolved: set HOST/);
});
