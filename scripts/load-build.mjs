import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { dirname, join } from "node:path";
import vm from "node:vm";
import { crc32 } from "node:zlib";

/** Files below this size (bytes) compile faster than their code is read. */
const minBytes = 30_000;

/** How long (ms) after the load code is kept: until then the functions that most requests need have been compiled. */
const keepAfterMs = 10_000;

/**
 * Loads a file of a build's server and the files that it requires. V8's compiled code is kept next to each larger file, because
 * compiling takes half of the time to start.
 * @param keeps whether this process keeps code that is missing or was made by another version of Node or with other options
 * @returns the file's exports
 */
export function loadBuild(file, { keeps }) {
  const { load, keep } = openLoader();
  const exports = load(file);
  if (keeps) setTimeout(keep, keepAfterMs).unref();
  return exports;
}

export function openLoader() {
  const modules = new Map();
  const uncached = new Map();
  const compile = (file) => {
    // Builds are ASCII, which needs no decoding as Latin-1.
    const source = readFileSync(file, "latin1");
    const isKept = source.length >= minBytes;
    const cachedData = isKept ? readCode(file) : undefined;
    const script = new vm.Script(Module.wrap(source), {
      filename: file,
      cachedData,
    });
    if (isKept && (!cachedData || script.cachedDataRejected)) uncached.set(file, script);
    return script.runInThisContext();
  };
  const load = (file) => {
    const loaded = modules.get(file);
    if (loaded) return loaded.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const own = createRequire(file);
    const require = Object.assign(
      (name) => (name.startsWith("./") || name.startsWith("../") ? load(join(dirname(file), name)) : own(name)),
      own,
    );
    try {
      compile(file).call(module.exports, module.exports, require, module, file, dirname(file));
    } catch (error) {
      modules.delete(file);
      throw error;
    }
    return module.exports;
  };
  /** @returns how many files were compiled since the last call */
  const keep = () => {
    const { size } = uncached;
    for (const [file, script] of uncached) writeCode(file, script.createCachedData());
    uncached.clear();
    return size;
  };
  return { load, keep };
}

const codeFile = (file) => `${file}.${process.version}-${process.arch}.code`;

/** Returns what `writeCode` wrote: V8 checks whether it fits, but not whether it is whole. */
function readCode(file) {
  try {
    const bytes = readFileSync(codeFile(file));
    const code = bytes.subarray(4);
    return bytes.length > 4 && bytes.readUInt32LE(0) === crc32(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

function writeCode(file, code) {
  const part = `${codeFile(file)}.${process.pid}.part`;
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(code));
  try {
    writeFileSync(part, Buffer.concat([checksum, code]));
    renameSync(part, codeFile(file));
  } catch {
    // A build on a read-only file system is compiled at each start.
  }
}
