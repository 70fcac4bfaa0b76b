import { routes } from "#routes";

/** How long (ms) a call may take. */
const patience = 20_000;

/**
 * Posts fields to the site's API. A nonce that has grown old is replaced by a fresh one and the call is made once more.
 * @returns the answer, whatever its status. @throws when the network fails
 */
export async function postToSite(url: string, nonce: string, fields: Record<string, string>): Promise<Response> {
  const answer = await post(url, nonce, fields);
  if (!(await isOldNonce(answer))) return answer;
  const fresh = await fetch(`${routes.siteCall()}?action=rest-nonce`, { signal: AbortSignal.timeout(patience) });
  return fresh.ok ? post(url, (await fresh.text()).trim(), fields) : answer;
}

function post(url: string, nonce: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "X-WP-Nonce": nonce, Accept: "application/json, */*;q=0.1" },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(patience),
  });
}

async function isOldNonce(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return (body as { code?: string } | null)?.code === "rest_cookie_invalid_nonce";
}
