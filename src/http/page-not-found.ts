/** Thrown while loading a page that does not exist: answered with 404 and never cached. */
export class PageNotFound extends Error {
  constructor() {
    super("No such page");
    this.name = "PageNotFound";
  }
}
