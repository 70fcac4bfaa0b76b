import { movedPathKey } from "../addresses/moved-addresses.ts";
import type { ExportSite } from "./read/export-records.ts";

/** The site that an export comes from: which addresses are its own, and what identifies its items. */
export class OldSite {
  readonly #base: URL;
  readonly #host: string;
  /** Host and path, such as "example.com/blog". */
  readonly name: string;

  constructor({ url }: ExportSite) {
    this.#base = new URL(`${url}/`);
    this.#host = plainHost(this.#base);
    this.name = `${this.#base.host}${this.#base.pathname.replace(/\/$/, "")}`;
  }

  /** Returns the id under which the shop remembers an item. */
  sourceId(id: string): string {
    return `wordpress:${this.name}:${id}`;
  }

  /** Returns an address of the site as a URL; undefined if it is of another site, or none. */
  own(address: string): URL | undefined {
    if (!/^(?:https?:|\/|\.|[\w-]+(?:[/?#]|$))/i.test(address.trim()) || !URL.canParse(address, this.#base))
      return undefined;
    const url = new URL(address, this.#base);
    return /^https?:$/.test(url.protocol) && plainHost(url) === this.#host ? url : undefined;
  }

  /** Returns the one spelling of a file's address on the site: its own protocol and host, without a query. */
  fileAddress({ pathname }: URL): string {
    return this.#base.origin + pathname;
  }

  /**
   * Returns the path of an item's permalink as it is kept in `moved_addresses`: decoded, with a slash at the end. undefined
   * for links of drafts (`?p=1`), for the home page and for other sites.
   */
  pathOf(link: string): string | undefined {
    const url = this.own(link);
    if (!url || url.search !== "") return undefined;
    return movedPathKey(url.pathname);
  }
}

function plainHost({ hostname }: URL): string {
  return hostname.replace(/^www\./, "");
}
