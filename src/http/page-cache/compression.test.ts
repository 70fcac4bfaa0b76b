import { expect, test } from "vitest";
import { chooseEncoding, compress, decompress, type Encoding } from "./compression.ts";

test.each<[string | undefined, Encoding]>([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["GZIP", "gzip"],
  ["*", "br"],
  ["br;q=0, *;q=0.5", "gzip"],
  ["identity", "identity"],
  ["deflate", "identity"],
])("Accept-Encoding %j gets %s", (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
  expect(chooseEncoding(header)).toBe(encoding);
});

test.each<Encoding>(["br", "gzip", "identity"])("%s decompresses to the original bytes", async (encoding) => {
  const body = Buffer.from("<p>Deodar</p>".repeat(200));
  const packed = await compress(body, encoding);
  expect((await decompress(packed, encoding)).equals(body)).toBe(true);
  expect(packed.length).toBeLessThanOrEqual(encoding === "identity" ? body.length : body.length / 5);
});
