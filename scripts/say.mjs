/** Start times (ms) by task name. */
const started = new Map();

export function begin(what) {
  started.set(what, Date.now());
  process.stderr.write(`${what} ...\n`);
  const timer = setInterval(() => {
    process.stderr.write(`${what} ... ${Math.round((Date.now() - started.get(what)) / 1000)} s\n`);
  }, 5000);
  timer.unref();
  return () => {
    clearInterval(timer);
    const seconds = (Date.now() - started.get(what)) / 1000;
    process.stderr.write(`${what}: done in ${seconds.toFixed(1)} s\n`);
    return seconds;
  };
}

/** Prints a one-line error and exits. */
export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
