/** Path and query of an address of this shop; undefined for one of another site, and for what is no address. */
export function localPathOf(target: string, origin: string): string | undefined {
  const url = target !== "" && URL.canParse(target, origin) ? new URL(target, origin) : undefined;
  if (url?.origin !== origin) return undefined;
  // A path of two slashes would be read as another host.
  return url.pathname.replace(/^\/+/, "/") + url.search;
}
