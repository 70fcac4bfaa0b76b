import { createHash } from "node:crypto";

/** How long (ms) the service may take. */
const timeoutMs = 2000;

/** Longest answer (characters); the service's are about 40,000. */
const maxLength = 400_000;

/**
 * Returns whether a service knows the password from breaches. It learns only the first five of 40 digits of the
 * password's hash, which it shares with hundreds of others. If the service does not answer, the password counts as unknown.
 * Source: "Pwned Passwords" of Have I Been Pwned, API v3, "Searching by range".
 * @param url the address before the digits; "": no service is asked
 */
export async function isBreachedPassword(password: string, url: string): Promise<boolean> {
  if (url === "") return false;
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
  const headers = { "user-agent": "chowk", "add-padding": "true" };
  try {
    const request = { headers, redirect: "error", signal: AbortSignal.timeout(timeoutMs) } as const;
    const answer = await fetch(`${url}${hash.slice(0, 5)}`, request);
    const lines = answer.ok ? (await answer.text()).slice(0, maxLength).split(/\r?\n/) : [];
    // Padding lines have the count 0.
    return lines.some((line) => line.startsWith(`${hash.slice(5)}:`) && Number(line.slice(36)) > 0);
  } catch {
    // Nobody is refused because the service is down.
    return false;
  }
}
