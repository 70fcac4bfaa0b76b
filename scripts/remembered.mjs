import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** How old (ms) the last change of a file must be: clocks of file systems are coarse, and a second change may get the same time. */
const settledMs = 3000;

/**
 * Returns what `compute` made of the contents of files, from `memo` if none of them has changed since: their names, sizes,
 * times and inode numbers are the same. Times include the one of the last change of any kind, which no program can set.
 * @param memo a JSON file that keeps results by `key`
 */
export async function remembered({ memo, key, files, compute }) {
  const begun = Date.now();
  const { state, changed } = stateOf(files);
  const known = readMemo(memo);
  if (known[key]?.state === state) return known[key].result;
  const result = await compute();
  if (changed < begun - settledMs) writeMemo(memo, { ...known, [key]: { state, result } });
  return result;
}

/** @returns a text that changes with any of the files, and the time (ms) of the last change */
function stateOf(files) {
  let changed = 0;
  const lines = files.map((file) => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) return file;
    const { ino, size, mtimeMs, ctimeMs } = found;
    changed = Math.max(changed, mtimeMs, ctimeMs);
    return `${file}\0${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  });
  return { state: createHash("sha256").update(lines.join("\0")).digest("hex"), changed };
}

function readMemo(memo) {
  try {
    return JSON.parse(readFileSync(memo, "utf8")) ?? {};
  } catch {
    return {};
  }
}

/** Without a memo, on a folder that may not be written, each start computes again. */
function writeMemo(memo, content) {
  const part = `${memo}.${process.pid}.part`;
  try {
    mkdirSync(dirname(memo), { recursive: true });
    writeFileSync(part, JSON.stringify(content));
    renameSync(part, memo);
  } catch {}
}
