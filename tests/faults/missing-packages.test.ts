import { expect, test } from "vitest";
// @ts-expect-error plain JavaScript without declarations
import { missingPackages } from "../../scripts/missing-packages.mjs";

const native = (os: string, libc?: string) => ({
  version: "1.0.0",
  optional: true,
  os: [os],
  cpu: ["x64"],
  ...(libc && { libc: [libc] }),
});
const lock = {
  "": { optionalDependencies: { database: "1.0.0", other: "1.0.0" } },
  "node_modules/database": native("linux"),
  "node_modules/other": native("darwin"),
  "node_modules/pictures": { version: "2.0.0", optionalDependencies: { glib: "1", musl: "1", anywhere: "1" } },
  "node_modules/glib": { ...native("linux", "glibc"), optionalDependencies: { inner: "1" } },
  "node_modules/inner": native("linux"),
  "node_modules/musl": native("linux", "musl"),
  "node_modules/anywhere": { version: "1.0.0", optional: true },
  "node_modules/tests": { version: "1.0.0", dev: true, optionalDependencies: { runner: "1" } },
  "node_modules/runner": { ...native("linux"), dev: true },
};
const machine = { platform: "linux", arch: "x64", libc: () => "glibc" };
const missing = (installed: object, dev = false): string[] => missingPackages(lock, installed, { dev, ...machine });

test("a native package counts as needed when it fits this machine and a needed package depends on it", () => {
  const needed = ["database", "pictures", "glib", "inner"].map((name) => `node_modules/${name}`);
  expect(missing({}).sort()).toEqual([...needed].sort());
  expect(missing({}, true).sort()).toEqual([...needed, "node_modules/tests", "node_modules/runner"].sort());
  const installed = Object.fromEntries(needed.map((path) => [path, lock[path as keyof typeof lock]]));
  expect(missing(installed)).toEqual([]);
  expect(missing({ ...installed, "node_modules/inner": { version: "0.9.0" } })).toEqual(["node_modules/inner"]);
});
