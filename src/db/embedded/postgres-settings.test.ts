import { expect, test } from "vitest";
import { defaultServerSettings, postgresArguments } from "./postgres-settings.ts";

const places = { cluster: "/data/18", socketFolder: "/data", port: 5432, recovery: null };
const gigabyte = 2 ** 30;

test.each([
  [null, 0.5, "24MB"],
  [null, 8, "128MB"],
  [null, 512, "1024MB"],
  [300, 8, "300MB"],
])("shared buffers of %s with %s GB of memory are %s", (sharedBuffersMb, gigabytes, expected) => {
  const given = postgresArguments(places, { ...defaultServerSettings, sharedBuffersMb }, gigabytes * gigabyte);
  expect(given).toContain(`shared_buffers=${expected}`);
});
