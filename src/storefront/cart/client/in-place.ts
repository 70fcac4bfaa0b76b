import { routes } from "#routes";
import { isTimeOut } from "./cart-requests.ts";
import { failureWords } from "./failure-words.ts";

/** Lines whose links are being followed, by what names them. A line may be drawn anew meanwhile, by the answer to another link. */
const busy = new Set<string>();

/**
 * Does a link's work in the page, once at a time. When it fails the page goes on to the link, which does the same without
 * scripts and says what is wrong; when no answer comes it may have been done all the same, so the cart is shown instead.
 * @param line the link's line of the cart, which is drawn as busy
 * @param work answers null when the link is to be followed
 * @param tell says why nothing happened to who is offline
 * @returns what the work answered; undefined when it did not
 */
export async function doInPlace<T>(
  link: HTMLAnchorElement,
  line: Element | null,
  work: () => Promise<T | null>,
  tell: (message: string) => void,
): Promise<T | undefined> {
  const name = nameOf(link);
  if (busy.has(name)) return undefined;
  busy.add(name);
  line?.classList.add("is-busy");
  try {
    const answer = await work();
    if (answer !== null) return answer;
    window.location.assign(link.href);
  } catch (error) {
    if (navigator.onLine) window.location.assign(isTimeOut(error) ? routes.cart() : link.href);
    else tell(failureWords());
  } finally {
    busy.delete(name);
    line?.classList.remove("is-busy");
  }
  return undefined;
}

/** What a link does, and to which line: its address without the nonce. */
export function nameOf({ href }: HTMLAnchorElement): string {
  const url = new URL(href);
  url.searchParams.delete("_wpnonce");
  return url.search;
}
