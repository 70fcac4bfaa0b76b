import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Writable } from "node:stream";
import { draftSuffix } from "#platform/folders.ts";
import { StartError } from "#platform/start-error.ts";
import type { CommandContext, GivenOptions } from "./command.ts";
import { refuseMissingFolder } from "./refuse-missing-folder.ts";

/** The option of commands that call `writeExport`. */
export const forceOption = { flags: "--force", meaning: "export: replace the file if it exists" };

/**
 * Writes a CSV export to a file that only its owner may read, which appears once it is complete; without a file name,
 * or for "-", it is printed.
 * @param write writes the export and returns what it wrote, for example "3 orders in 5 rows"
 * @throws StartError if the file exists and `options` has no `force`, or its folder does not exist
 */
export async function writeExport(
  print: CommandContext["print"],
  file: string,
  options: GivenOptions,
  write: (target: Writable) => Promise<string>,
): Promise<void> {
  if (file === "" || file === "-") {
    await write(linesTo(print));
    return;
  }
  if (!options.force && existsSync(file))
    throw new StartError(`The file ${file} already exists: choose another name, or add --force to replace it.`);
  refuseMissingFolder(file);
  const draft = `${file}${draftSuffix}`;
  try {
    const written = await write(createWriteStream(draft, { mode: 0o600 }));
    await rename(draft, file);
    print(`Wrote ${written} to ${file}`);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Returns a stream that prints what is written to it line by line. */
function linesTo(print: CommandContext["print"]): Writable {
  let rest = "";
  return new Writable({
    decodeStrings: false,
    write(chunk: Buffer | string, _encoding, done) {
      const lines = (rest + chunk.toString()).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) print(line);
      done();
    },
  });
}
