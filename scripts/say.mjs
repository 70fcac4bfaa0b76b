/** Progress on the terminal: a line at once, and how long it took when it took over two seconds. */
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

/** Ends the process with one line that says what is wrong and what to do. */
export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
