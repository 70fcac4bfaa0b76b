import { movedPathKey } from "../addresses/moved-addresses.ts";
import type { OldSite } from "./old-site.ts";
import type { Survey } from "./read/survey-export.ts";

/** Rewrites links of the old site to addresses of this shop. */
export class LinkRewriter {
  readonly #site: OldSite;
  readonly #addresses: ReadonlyMap<string, string>;
  readonly #byPath = new Map<string, string>();

  /** @param addresses in this shop, by the ids of posts and pages */
  constructor(site: OldSite, survey: Survey, addresses: ReadonlyMap<string, string>) {
    this.#site = site;
    this.#addresses = addresses;
    for (const { id, link } of survey.posts.values()) {
      const path = site.pathOf(link);
      const address = addresses.get(id);
      if (path !== undefined && address !== undefined) this.#byPath.set(path, address);
    }
  }

  /**
   * Returns the address in this shop that a link of the old site gets; other addresses of the old site become paths, which
   * work or redirect once the shop has its domain. Links elsewhere stay.
   */
  rewrite(address: string): string {
    const url = address.startsWith("#") ? undefined : this.#site.own(address);
    if (!url) return address;
    const id = url.searchParams.get("p") ?? url.searchParams.get("page_id");
    const byId = id === null ? undefined : this.#addresses.get(id);
    if (byId !== undefined) return `${byId}${url.hash}`;
    const path = this.#byPath.get(movedPathKey(url.pathname) ?? "") ?? url.pathname.replace(/^\/+/, "/");
    return `${path}${url.search}${url.hash}`;
  }
}
