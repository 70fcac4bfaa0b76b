import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type FetchOptions, fetchPicture } from "./fetch-picture.ts";
import { largestPicture } from "./picture-limits.ts";
import { isPublicAddress } from "./public-address.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, asked };
}

/** Resolves every name to this machine. */
const toLoopback: LookupFunction = (_name, options, callback) =>
  options.all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);

/** Allows one port of this machine; all other rules stay. */
const reaching = (port: number): FetchOptions => ({
  isAllowed: (address, asked) =>
    (address === "127.0.0.1" && (asked === port || asked === 0)) || isPublicAddress(address),
  lookup: toLoopback,
});

describe("addresses", () => {
  test.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.255",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.9.9",
    "192.168.1.1",
    "192.0.0.8",
    "198.18.0.1",
    "203.0.113.9",
    "224.0.0.1",
    "239.1.1.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::a00:1",
    "fc00::1",
    "fd12::1",
    "fe80::1%eth0",
    "ff02::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2001::1",
    "localhost",
    "",
    "1.2.3",
    "[::1]",
  ])("%s is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700:4700::1111", "[2a00:1450::1]"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe("addresses outside the public internet are not contacted", () => {
  test.each([
    "http://127.0.0.1/a.jpg",
    "http://localhost/a.jpg",
    "http://2130706433/a.jpg",
    "http://0x7f.1/a.jpg",
    "http://017700000001/",
    "http://[::1]/a.jpg",
    "http://[::ffff:10.0.0.1]/a.jpg",
    "http://[::ffff:a00:1]/",
    "http://169.254.169.254/latest/meta-data",
    "http://0/",
    "http://127.1/",
    "http://10.0.0.1/a.jpg",
  ])("%s", async (url) => {
    await expect(fetchPicture(url, { lookup: toLoopback })).rejects.toThrow(
      "its address is not on the public internet",
    );
  });

  test("a name that resolves to this machine after the check", async () => {
    const { port, asked } = await serve((_, response) => response.end("secret"));
    let calls = 0;
    const rebinding: LookupFunction = (name, options, callback) => {
      calls += 1;
      return calls === 1 ? toLoopback(name, options, callback) : callback(null, "8.8.8.8", 4);
    };
    await expect(fetchPicture("http://rebind.example/", { lookup: rebinding })).rejects.toThrow("not on the public");
    expect([port > 0, asked]).toEqual([true, []]);
  });

  test("a name with one public and one private address", async () => {
    const both: LookupFunction = (_name, _options, callback) =>
      callback(null, [
        { address: "8.8.8.8", family: 4 },
        { address: "10.0.0.1", family: 4 },
      ]);
    await expect(fetchPicture("http://both.example/", { lookup: both })).rejects.toThrow("not on the public");
  });

  test.each(["http://127.0.0.1:1/x", "http://[::ffff:10.0.0.1]/x", "http://169.254.169.254/x", "http://2130706433:1/"])(
    "a redirect to %s",
    async (location) => {
      const { port } = await serve((_, response) => response.writeHead(302, { location }).end());
      await expect(fetchPicture(`http://shop.example:${port}/a.jpg`, reaching(port))).rejects.toThrow(
        "not on the public",
      );
    },
  );

  test.each([
    "file:///etc/passwd",
    "ftp://example.com/a",
    "data:image/png,x",
    "http://u:p@example.com/",
    "http://example.com:22/",
  ])("%s", async (url) => {
    await expect(fetchPicture(url, { lookup: toLoopback })).rejects.toThrow(/address|port/);
  });

  test("a redirect to a file", async () => {
    const { port } = await serve((_, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end());
    await expect(fetchPicture(`http://shop.example:${port}/`, reaching(port))).rejects.toThrow("not http or https");
  });
});

describe("responses", () => {
  test("three redirects are followed, a fourth is not", async () => {
    const { port, asked } = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end("picture");
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const got = await fetchPicture(`http://shop.example:${port}/3`, reaching(port));
    expect(Buffer.from(got).toString()).toBe("picture");
    expect(asked).toEqual(["/3", "/2", "/1", "/0"]);
    await expect(fetchPicture(`http://shop.example:${port}/4`, reaching(port))).rejects.toThrow("more than 3 times");
  });

  test("too large a picture is refused by its announced length and while it streams", async () => {
    const chunk = Buffer.alloc(1_000_000);
    let sent = 0;
    const { port } = await serve((request, response) => {
      if (request.url === "/announced") return response.writeHead(200, { "content-length": largestPicture + 1 }).end();
      const more = () => {
        sent += 1;
        if (!response.destroyed) response.write(chunk, () => setImmediate(more));
      };
      return more();
    });
    for (const path of ["announced", "streamed"])
      await expect(fetchPicture(`http://shop.example:${port}/${path}`, reaching(port))).rejects.toThrow(
        "larger than 20 MB",
      );
    expect(sent).toBeLessThan(60);
  });

  test("a slow or silent server times out", async () => {
    const { port } = await serve((request, response) => {
      if (request.url !== "/drip") return;
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    });
    for (const path of ["drip", "silence"]) {
      const options = { ...reaching(port), timeoutMs: 300 };
      await expect(fetchPicture(`http://shop.example:${port}/${path}`, options)).rejects.toThrow("takes too long");
    }
  });

  test("a response without a picture, and a refused connection", async () => {
    const { port } = await serve((_, response) => response.writeHead(404).end());
    await expect(fetchPicture(`http://shop.example:${port}/`, reaching(port))).rejects.toThrow(
      "the server answered 404",
    );
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    await expect(fetchPicture(`http://shop.example:${port}/`, reaching(port))).rejects.toThrow("ECONNREFUSED");
  });
});
