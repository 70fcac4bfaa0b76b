import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const keys = { STORAGE_ACCESS_KEY: "access", STORAGE_SECRET_KEY: "secret" };

test.each([
  ["s3://shop", { bucket: "shop", prefix: "", endpoint: null, region: "us-east-1" }],
  ["s3://my-shop.files/", { bucket: "my-shop.files", prefix: "", endpoint: null, region: "us-east-1" }],
  ["s3://shop/a/b/?region=eu-1", { bucket: "shop", prefix: "a/b/", endpoint: null, region: "eu-1" }],
  [
    "s3://shop/files?endpoint=http://127.0.0.1:9000/&region=auto",
    { bucket: "shop", prefix: "files/", endpoint: "http://127.0.0.1:9000", region: "auto" },
  ],
])("STORAGE_URL %s", (url, expected) => {
  const { storage, secrets } = readConfig({ STORAGE_URL: url, ...keys });
  expect(storage).toEqual(expected);
  expect(secrets.storage).toEqual({ accessKey: "access", secretKey: "secret" });
});

test("without STORAGE_URL, files are kept in DATA_DIR", () => {
  expect(readConfig({}).storage).toBeNull();
});

test.each([
  "https://shop",
  "s3://",
  "s3://Shop",
  "s3://s",
  "s3://shop/a b",
  "s3://shop/a//b",
  "s3://shop?endpoint=ftp://host",
  "s3://shop?endpoint=https://user:secret@host",
  "s3://shop?endpoint=https://host/path",
  "s3://shop?region=a/b",
  "s3://shop?acl=public",
  "s3://access:secret@shop",
])("an invalid STORAGE_URL is rejected without repeating its value: %s", (url) => {
  const read = () => readConfig({ STORAGE_URL: url, ...keys });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/- STORAGE_URL must be /);
  expect(read).not.toThrow(/user:secret|access:secret/);
});

test("STORAGE_URL requires both credentials", () => {
  for (const missing of ["STORAGE_ACCESS_KEY", "STORAGE_SECRET_KEY"])
    expect(() => readConfig({ STORAGE_URL: "s3://shop", ...keys, [missing]: "" })).toThrow(
      /STORAGE_URL requires STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY/,
    );
});

test.each([
  ["", "max-age=63072000"],
  ["max-age=0", "max-age=0"],
  ["max-age=300; includeSubDomains", "max-age=300; includeSubDomains"],
  ["max-age=31536000; includeSubDomains; preload", "max-age=31536000; includeSubDomains; preload"],
])("HSTS=%s", (value, expected) => {
  expect(readConfig({ HSTS: value }).hsts).toBe(expected);
});

test.each([
  "63072000",
  "max-age=-1",
  "max-age=1; preload",
  "max-age=300; includeSubDomains; preload",
  "max-age=1\r\nx: y",
  "max-age=1\n",
])("HSTS=%j stops the start", (value) => {
  expect(() => readConfig({ HSTS: value })).toThrow(/- HSTS must be /);
});

test("DATABASE_URL may name several hosts", () => {
  const databaseUrl = "postgres://shop:secret@one:5432,two/shop?target_session_attrs=read-write";
  expect(readConfig({ DATABASE_URL: databaseUrl }, "/nowhere")).toMatchObject({ databaseUrl });
  for (const wrong of ["postgres://one,,two/shop", "https://one,two/shop"])
    expect(() => readConfig({ DATABASE_URL: wrong }, "/nowhere")).toThrow("DATABASE_URL");
});
