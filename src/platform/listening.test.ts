import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
