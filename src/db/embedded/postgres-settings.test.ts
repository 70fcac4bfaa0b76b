import { expect, test } from "vitest";
import { defaultServerSettings, postgresArguments, syncMethod } from "./postgres-settings.ts";

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

test.each([
  ["linux", "6.8.0-45-generic", "syncfs"],
  ["linux", "5.8.0", "syncfs"],
  ["linux", "5.7.19", "fsync"],
  ["linux", "4.18.0-553.el8", "fsync"],
  ["darwin", "24.1.0", "fsync"],
])("on %s %s a crashed server syncs its data with %s", (platform, kernel, expected) => {
  expect(syncMethod(platform, kernel)).toBe(expected);
});
