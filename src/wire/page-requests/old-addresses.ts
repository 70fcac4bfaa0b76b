// Addresses that pages had before: ?p=, ?page_id=, ?product=, ?product_cat=, ?product_tag=, ?post_type=product on the home page, paths
// without their last slash, a page of a list by ?paged= or by a number in another spelling, /page/{n}/?s=, and ?s= on the shop's page or a
// category's. They lead to the pages' own addresses for good.
import type { FastifyReply, FastifyRequest } from "fastify";
import { closedPartTo } from "#http/guards/closed-part.ts";
import { canonicalPath } from "#http/page-cache/cache-key.ts";
import type { Visit } from "#http/visit/visit.ts";
import { patterns, routes } from "#routes";
import { findTag } from "#shop/catalogue/products.ts";
import { findById, hasProduct } from "#shop/content/public-addresses.ts";
import type { ClosedPart } from "#shop/settings/coming-soon.rules.ts";
import type { Entrance } from "../wc-ajax/entrance.ts";

type AddressServices = Pick<Entrance, "db" | "clock">;

/** They say which page; everything else in the query goes with it. */
const named = ["p", "page_id", "product", "product_cat", "product_tag", "post_type"];
/** These ask for one page, and for none but that. */
const namesOne = named.filter((name) => name !== "post_type");

/** A `preHandler` hook, after the page requests: what leads nowhere goes on to the page that was asked for. */
export function oldAddressesHook(services: AddressServices) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { visit } = request;
    const [path, query] = splitTarget(request.url);
    if (!isReading(request) || query === "") return undefined;
    const parameters = new URLSearchParams(query);
    const searchPage = /^\/page\/0*(\d{1,6})\/?$/.exec(path)?.[1];
    if (searchPage !== undefined && parameters.has("s")) {
      parameters.set("paged", searchPage);
      return leadTo(reply, `${routes.home()}?${parameters.toString()}`);
    }
    if (request.is404) return undefined;
    if (path !== routes.home()) {
      const target = await searchWithin(visit, path, query);
      const isOpen = target !== undefined && (await closedPartTo(visit)) === "nothing";
      return isOpen ? leadTo(reply, target) : undefined;
    }
    // A search is a page of its own.
    if (parameters.has("s")) return undefined;
    const closed = await closedPartTo(visit);
    const target = await targetOf(services, visit, parameters, closed);
    if (target === undefined && closed !== "site" && namesOne.some((name) => parameters.get(name))) {
      reply.callNotFound();
      return reply;
    }
    if (target === undefined) return undefined;
    for (const name of named) parameters.delete(name);
    return leadTo(reply, withQuery(target, parameters.toString()));
  };
}

/** A search on the shop's page, or within a category: the search itself has both, with everything else that was chosen. */
async function searchWithin(visit: Visit, path: string, query: string) {
  const parameters = new URLSearchParams(query);
  if ((parameters.get("s") ?? "").trim() === "") return undefined;
  const [, list, number = "1"] = /^(.+?\/)(?:page\/([1-9]\d{0,5})\/?)?$/.exec(canonicalPath(path) ?? "") ?? [];
  const { categories } = await visit.facts();
  const category = categories.all.find((one) => routes.category(one.path) === list);
  if (list !== routes.shop() && !category) return undefined;
  const place = new URLSearchParams({
    ...(parameters.get("post_type") !== "product" && { post_type: "product" }),
    ...(category && !parameters.get("product_cat") && { product_cat: category.slug }),
    ...(number !== "1" && { paged: number }),
  });
  // What was asked goes on as it was written: written anew it may be three times as long.
  return `${routes.home()}?${place.toString()}&${query}`;
}

/** Where an address leads; what is closed is as little there as what does not exist. */
async function targetOf({ db, clock }: AddressServices, visit: Visit, parameters: URLSearchParams, closed: ClosedPart) {
  if (closed === "site") return undefined;
  const id = parameters.get("p") ?? parameters.get("page_id");
  if (id !== null) {
    const found = /^[1-9]\d{0,14}$/.test(id) ? await findById(db, Number(id), clock.now()) : undefined;
    const isShown = closed === "nothing" || found?.kind === "article";
    return found && isShown ? routes[found.kind](found.slug) : undefined;
  }
  if (closed === "store") return undefined;
  const product = parameters.get("product");
  if (product !== null) return (await hasProduct(db, product)) ? routes.product(product) : undefined;
  const category = parameters.get("product_cat");
  if (category !== null) {
    const { categories } = await visit.facts();
    const found = categories.all.find(({ path }) => path === category || path.endsWith(`/${category}`));
    return found && routes.category(found.path);
  }
  const tag = parameters.get("product_tag");
  if (tag !== null) return (await findTag(db, tag)) ? routes.productTag(tag) : undefined;
  return parameters.get("post_type") === "product" ? routes.shop() : undefined;
}

/** Routes that take a path with and without its last slash. */
const openEnded: ReadonlySet<string | undefined> = new Set([patterns.category, patterns.productTag]);

/** What machines ask for, whether it is open here or not. */
const machinePaths: ReadonlySet<string> = new Set([routes.health(), routes.ready(), routes.metrics()]);

/** Beginnings of paths that are no pages. */
const noPages = /^\/(?:wp-admin|wp-json|chowk|assets|media)(?:\/|$)/;

/** An `onRequest` hook: a page's address in another spelling (no last slash, a list's page by another number) leads to its own, its query kept. */
export function pathSpellingHook(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const [path, query] = splitTarget(request.url);
  const target = withPage(listPage(lacksSlash(request, path) ? `${path}/` : path), query);
  if (!isReading(request) || target === withQuery(path, query)) done();
  else leadTo(reply, target);
}

function lacksSlash({ is404, routeOptions }: FastifyRequest, path: string): boolean {
  return (is404 || openEnded.has(routeOptions.url)) && isPagePath(path);
}

/** What the addresses of categories and tags begin with. */
const archives = [patterns.category, patterns.productTag].map((pattern) => pattern.slice(0, -1));

/** "/shop/page/1/" is "/shop/", "/shop/page/02/" is "/shop/page/2/"; other paths stay as they are. */
function listPage(path: string): string {
  const [, list = "", number] = /^(.+\/)page\/0*([1-9]\d*)\/$/.exec(path) ?? [];
  return number !== undefined && isList(list) ? pageOf(list, number) : path;
}

/** A list's path with `?paged=2` in its query is that of its second page; the first needs no number. */
function withPage(path: string, query: string): string {
  const parameters = new URLSearchParams(query);
  const [number] = /^[1-9]\d{0,5}$/.exec(parameters.get("paged") ?? "") ?? ["1"];
  if (number === "1" || !isList(path) || /\/page\/\d+\/$/.test(path)) return withQuery(path, query);
  parameters.delete("paged");
  return withQuery(pageOf(path, number), parameters.toString());
}

function pageOf(list: string, number: string): string {
  return number === "1" ? list : `${list}page/${number}/`;
}

function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

function isList(path: string): boolean {
  return path === routes.shop() || path === routes.blog() || archives.some((start) => isBelow(path, start));
}

function isBelow(path: string, start: string): boolean {
  return path.startsWith(start) && path !== start;
}

/** Not of a file, and not of what a browser could take for another host: "//", "/\" and what it leaves out between. */
function isPagePath(path: string): boolean {
  return (
    /^\/[\w~%!$&'()*+,;=:@-][\w~%!$&'()*+,;=:@/-]*$/.test(path) &&
    !path.endsWith("/") &&
    !noPages.test(path) &&
    !machinePaths.has(path)
  );
}

function isReading({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function splitTarget(url: string): [path: string, query: string] {
  const mark = url.indexOf("?");
  return mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** For good, and still asked again each time: whose address it is may change with the next slug. */
function leadTo(reply: FastifyReply, target: string): FastifyReply {
  return reply.header("cache-control", "no-cache").redirect(target, 301);
}
