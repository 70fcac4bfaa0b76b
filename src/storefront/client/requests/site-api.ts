import { clientRoutes } from "#routes";

const timeoutMs = 20_000;

/**
 * Posts fields to the site's API. If the nonce has expired, fetches a new one and posts again.
 * @returns the response, whatever its status
 * @throws if the network fails
 */
export async function postToSite(url: string, nonce: string, fields: Record<string, string>): Promise<Response> {
  const response = await post(url, nonce, fields);
  if (!(await isNonceExpired(response))) return response;
  const renewed = await fetch(`${clientRoutes.siteCall()}?action=rest-nonce`, {
    signal: AbortSignal.timeout(timeoutMs),
  });
  return renewed.ok ? post(url, (await renewed.text()).trim(), fields) : response;
}

function post(url: string, nonce: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "X-WP-Nonce": nonce, Accept: "application/json, */*;q=0.1" },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

async function isNonceExpired(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return (body as { code?: string } | null)?.code === "rest_cookie_invalid_nonce";
}
