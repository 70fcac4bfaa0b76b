/**
 * The paths of packages that a lock file names and node_modules lacks, as npm records both. Packages that are native code
 * for one kind of machine are optional to npm; of those each one counts that somebody wants who is wanted himself, when it
 * is made for this machine.
 * @param wanted `packages` of the lock file; @param installed the same of what is installed.
 * @param machine { platform, arch, libc() }: the last is asked only where it matters.
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

/** npm's lists: names that are allowed, or "!" and one that is not. */
function allows(list, name) {
  if (!list) return true;
  const refused = list.filter((one) => one.startsWith("!"));
  return refused.length > 0 ? !refused.includes(`!${name}`) : list.includes(name);
}

let libc;

/** "glibc" or "musl" on Linux. */
export function libcOfThisMachine() {
  if (process.platform !== "linux") return undefined;
  // Asking for names of network peers can take seconds.
  process.report.excludeNetwork = true;
  libc ??= process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
  return libc;
}
