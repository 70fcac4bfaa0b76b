import { decodeUri } from "./decode-uri.ts";

/** Returns the value of a cookie that scripts may read, or "". */
export function readCookie(name: string): string {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeUri(found.slice(name.length + 1)) : "";
}
