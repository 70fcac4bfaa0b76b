import { clientRoutes } from "#routes";
import { failureMessage, isTimeout } from "./cart-requests.ts";

interface LinkAction<T> {
  link: HTMLAnchorElement;
  /** The link's cart line, which is marked as busy. */
  line: Element | null;
  /** Returns null if the link is to be followed. */
  work: () => Promise<T | null>;
  /** Shows why nothing happened when offline. */
  showFailure: (message: string) => void;
}

/** Does in the page what the links of cart lines do. */
export class LinkActions {
  /** Actions under way by `actionOf`: a line's element may be replaced meanwhile. */
  readonly #running = new Set<string>();

  /**
   * Runs a link's action, once at a time. If it fails, follows the link, which does the same on the server and explains any
   * failure; after a timeout goes to the cart instead, since the action may have succeeded.
   * @returns the result of `work`, or undefined if it failed
   */
  async run<T>({ link, line, work, showFailure }: LinkAction<T>): Promise<T | undefined> {
    const action = actionOf(link);
    if (this.#running.has(action)) return undefined;
    this.#running.add(action);
    line?.classList.add("is-busy");
    try {
      const result = await work();
      if (result !== null) return result;
      window.location.assign(link.href);
    } catch (error) {
      if (navigator.onLine) window.location.assign(isTimeout(error) ? clientRoutes.cart() : link.href);
      else showFailure(failureMessage());
    } finally {
      this.#running.delete(action);
      line?.classList.remove("is-busy");
    }
    return undefined;
  }
}

/** Returns what identifies a link's action and line: its query without the nonce. */
export function actionOf({ href }: HTMLAnchorElement): string {
  const url = new URL(href);
  url.searchParams.delete("_wpnonce");
  return url.search;
}
