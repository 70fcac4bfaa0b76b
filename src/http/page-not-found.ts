/** Thrown while a page is loaded when there is no such page: answered with 404 and never cached. */
export class PageNotFound extends Error {
  constructor() {
    super("No such page");
    this.name = "PageNotFound";
  }
}
