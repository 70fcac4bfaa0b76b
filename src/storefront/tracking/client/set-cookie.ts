/** Sets a cookie. The value must be safe as it is. */
export function setCookie(name: string, value: string, { days, path }: { days: number; path: string }): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; path=${path}; max-age=${days * 86_400}; SameSite=Lax${secure}`;
}
