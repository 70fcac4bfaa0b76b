import { readAnswer } from "./read-answer.ts";

/** Items of a list that one call fetches. */
const chunk = 100;

/**
 * Fetches a whole list, page by page. @returns all items; other answers unchanged
 * @throws SiteApiError
 */
export async function fetchAll(address: URL, get: (url: URL) => Promise<Response>): Promise<unknown> {
  const first = new URL(address);
  first.searchParams.set("per_page", String(chunk));
  const items: unknown[] = [];
  const seen = new Set<string>();
  for (let next: URL | undefined = first; next && !seen.has(next.href); ) {
    seen.add(next.href);
    const response = await get(next);
    const page = await readAnswer(response);
    if (!Array.isArray(page)) return page;
    items.push(...(page as unknown[]));
    next = nextPage(response, address);
  }
  return items;
}

/** Returns where the next page is, if it is on the same site: calls carry the nonce. */
function nextPage(response: Response, address: URL): URL | undefined {
  const [, next] = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "") ?? [];
  const url = next !== undefined && URL.canParse(next, address) ? new URL(next, address) : undefined;
  return url?.origin === address.origin ? url : undefined;
}
