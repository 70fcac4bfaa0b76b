/**
 * Fetches the file that `load` imports into the browser's cache. Chromium remembers a failed import until the page is left, and
 * would not try again; it does not remember a failed fetch. Only the bundler knows the file's name, so it is read from the code.
 */
export async function fetchFile(load: () => unknown): Promise<void> {
  const [name] = /\.\/[\w.-]+\.js/.exec(String(load)) ?? [];
  if (name) await (await fetch(new URL(name, import.meta.url))).blob();
}
