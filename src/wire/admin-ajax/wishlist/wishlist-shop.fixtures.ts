import { routes } from "#routes";
import type { openAccountShop } from "../../page-requests/account/account-shop.fixtures.ts";
import type { FormBrowser } from "../../page-requests/whole-shop.fixtures.ts";
import type { FormValues } from "../../wc-ajax/entrance.fixtures.ts";

type Shop = ReturnType<typeof openAccountShop>;

/** A visitor who calls the wishlist's actions as the protocol's script does, with the nonces of a page. */
export class Wisher {
  readonly browser: FormBrowser;
  #page = "";

  constructor(shop: Shop) {
    this.browser = shop.newBrowser();
  }

  /** Returns a visitor who is signed in to a new account. */
  static async signedIn(shop: Shop, email: string): Promise<Wisher> {
    const wisher = new Wisher(shop);
    await shop.addUser(email);
    await shop.signIn(wisher.browser, email);
    return wisher;
  }

  /** Returns the nonce that pages give this visitor's scripts. */
  async nonce(action: string): Promise<string> {
    this.#page ||= (await this.browser.get(routes.account())).body;
    const nonce = new RegExp(`"${action}_nonce":"([0-9a-f]{10})"`).exec(this.#page)?.[1];
    if (nonce === undefined) throw new Error(`The page has no nonce for ${action}`);
    return nonce;
  }

  async call(action: string, given: FormValues = {}) {
    const nonce = await this.nonce(action);
    return this.browser.post(routes.siteCall(), { action, nonce, context: "frontend", ...given });
  }

  /** Adds a product. @returns the list's token and number */
  async add(productId: number, given: FormValues = {}): Promise<{ token: string; id: number }> {
    const answer = (await this.call("add_to_wishlist", { add_to_wishlist: productId, ...given })).json<{
      wishlist_url: string;
      user_wishlists: { id: number }[];
    }>();
    const token = /view\/([A-Z0-9]{12})\/$/.exec(answer.wishlist_url)?.[1] ?? "";
    return { token, id: answer.user_wishlists.at(given.wishlist_id === "new" ? -1 : 0)?.id ?? 0 };
  }
}
