/**
 * Returns the paths of packages that the lock file names and node_modules lacks. Native packages are optional to npm; here
 * one counts as needed when it fits this machine and a needed package depends on it.
 * @param wanted `packages` of the lock file
 * @param installed `packages` of npm's record in node_modules
 * @param machine { platform, arch, libc() }; libc() is only called when it matters
 */
export function missingPackages(wanted, installed, { dev, ...machine }) {
  const needed = new Set();
  const need = (path) => {
    if (needed.has(path)) return;
    needed.add(path);
    for (const name of Object.keys(wanted[path]?.optionalDependencies ?? {})) {
      const native = [`${path}/node_modules/${name}`, `node_modules/${name}`].find((one) => wanted[one]);
      if (native && isNative(wanted[native]) && fits(wanted[native], machine)) need(native);
    }
  };
  need("");
  for (const [path, entry] of Object.entries(wanted)) {
    const isWanted = !entry.optional && !entry.devOptional && (dev || !entry.dev);
    if (isWanted) need(path);
  }
  needed.delete("");
  return [...needed].filter((path) => installed[path]?.version !== wanted[path].version);
}

const isNative = ({ os, cpu }) => os !== undefined || cpu !== undefined;

function fits({ os, cpu, libc }, machine) {
  return allows(os, machine.platform) && allows(cpu, machine.arch) && (!libc || allows(libc, machine.libc()));
}

/** npm's os, cpu and libc lists: allowed names, or "!name" for refused ones. */
function allows(list, name) {
  if (!list) return true;
  const refused = list.filter((one) => one.startsWith("!"));
  return refused.length > 0 ? !refused.includes(`!${name}`) : list.includes(name);
}

let libc;

/** Returns "glibc" or "musl" on Linux, else undefined. */
export function libcOfThisMachine() {
  if (process.platform !== "linux") return undefined;
  // Without this, the report resolves the names of network peers, which can take seconds.
  process.report.excludeNetwork = true;
  libc ??= process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
  return libc;
}
