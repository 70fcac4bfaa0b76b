/** Returns path and query of a URL of this shop; undefined for other sites and invalid URLs. */
export function localPathOf(target: string, origin: string): string | undefined {
  const url = target !== "" && URL.canParse(target, origin) ? new URL(target, origin) : undefined;
  if (url?.origin !== origin) return undefined;
  // A path that starts with two slashes would be read as another host.
  return url.pathname.replace(/^\/+/, "/") + url.search;
}
