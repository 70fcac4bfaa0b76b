import type { ConnectionOptions, PeerCertificate } from "node:tls";
import pg from "pg";
import { expect, test } from "vitest";
import { addressesOf, connectionTo, hostsOf } from "./several-hosts.ts";

test("an address with several hosts becomes one for each, without the parameter that only asks for one that writes", () => {
  expect(
    addressesOf("postgres://shop:p%40ss@one:5433,two,[::1]:5434/shop?target_session_attrs=primary&sslmode=verify-full"),
  ).toEqual([
    "postgres://shop:p%40ss@one:5433/shop?sslmode=verify-full",
    "postgres://shop:p%40ss@two/shop?sslmode=verify-full",
    "postgres://shop:p%40ss@[::1]:5434/shop?sslmode=verify-full",
  ]);
  expect(addressesOf("postgresql://one/shop?target_session_attrs=read-write")).toEqual(["postgresql://one/shop"]);
  expect(hostsOf("postgres://one:5433,two/shop")).toBe("one:5433, two");
  expect(() => addressesOf("postgres://one/shop?target_session_attrs=any")).toThrow("target_session_attrs=any");
});

test("a connection keeps the address's parts, and accepts the certificate of each host, of no other", () => {
  const connection = connectionTo(
    "postgres://shop:p%40ss@one.example,two.example/stock?sslmode=verify-full&options=-cx",
  );
  const { user, password, database } = new pg.Client(connection);
  expect([user, password, database]).toEqual(["shop", "p@ss", "stock"]);
  const { checkServerIdentity: check = () => undefined } = connection.ssl as ConnectionOptions;
  const certificateOf = (name: string) => ({ subject: {}, subjectaltname: `DNS:${name}` }) as PeerCertificate;
  expect(check("one.example", certificateOf("one.example"))).toBeUndefined();
  expect(check("one.example", certificateOf("two.example"))).toBeUndefined();
  expect(check("one.example", certificateOf("evil.example"))?.message).toContain("does not match");
});
