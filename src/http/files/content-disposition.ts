/**
 * Returns the header that makes browsers save a file under its name (RFC 6266). Control and direction characters, which could
 * disguise an extension, and slashes are replaced; old programs get a name in ASCII.
 */
export function savedAs(name: string): string {
  const safe = name.replace(/[\p{C}\p{Zl}\p{Zp}/\\]/gu, "_");
  const plain = safe.replace(/[^\x20-\x7e]|["%]/g, "_");
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
