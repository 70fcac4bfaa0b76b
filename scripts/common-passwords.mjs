// Writes src/shop/accounts/passwords/common-passwords.ts from a list of common passwords, most common first:
// `node scripts/common-passwords.mjs passwords.json`, with src/passwords.json of the npm package @zxcvbn-ts/language-common.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "./project.mjs";

/** Shorter ones are too short anyway; the most common of them count as the beginning of a longer one. */
const fullLength = 8;
const stemLength = 5;
const stems = 10_000;

const [file] = process.argv.slice(2);
if (!file) throw new Error("Usage: node scripts/common-passwords.mjs passwords.json");
const words = JSON.parse(readFileSync(file, "utf8")).map((word) => word.normalize("NFKC").toLowerCase());
const chosen = words.filter((word, rank) => word.length >= (rank < stems ? stemLength : fullLength));
const prefixes = new Set(chosen.map((word) => createHash("sha256").update(word).digest().readUInt32BE(0)));
const sorted = Uint32Array.from(prefixes).sort();
const bytes = Buffer.alloc(sorted.length * 4);
for (const [index, prefix] of sorted.entries()) bytes.writeUInt32BE(prefix, index * 4);
const target = join(projectDir, "src/shop/accounts/passwords/common-passwords.ts");
writeFileSync(
  target,
  `/**
 * ${sorted.length} common passwords, in lower case: the first 32 bits of the SHA-256 of each, sorted, big-endian, as Base64.
 * Another password looks like one of them by chance once in 180,000 times. Made by scripts/common-passwords.mjs from
 * @zxcvbn-ts/language-common 4.1.3, whose list is of passwords found in breaches (MIT, Copyright (c) 2012-2016 Dan Wheeler
 * and Dropbox, Inc., Copyright (c) 2021 @zxcvbn-ts).
 */
export const commonPasswords =
  "${bytes.toString("base64")}";
`,
);
