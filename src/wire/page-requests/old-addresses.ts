// Addresses that pages had before: ?p=, ?page_id=, ?product=, ?product_cat=, ?product_tag=, ?post_type=product on the home page, paths
// without their last slash, the first page of a list by its number, and /page/{n}/?s=. They lead to the pages' own addresses for good.
import type { FastifyReply, FastifyRequest } from "fastify";
import { closedPartTo } from "#http/closed-part.ts";
import { patterns, routes } from "#routes";
import { findTag } from "#shop/catalogue/tags.ts";
import { findById, hasProduct } from "#shop/content/public-addresses.ts";
import type { ClosedPart } from "#shop/settings/coming-soon.rules.ts";
import type { Entrance } from "../wc-ajax/entrance.ts";

type AddressServices = Pick<Entrance, "db" | "clock" | "facts" | "visitors">;

/** They say which page; everything else in the query goes with it. */
const named = ["p", "page_id", "product", "product_cat", "product_tag", "post_type"];

/** A `preHandler` hook, after the page requests: what leads nowhere goes on to the page that was asked for. */
export function oldAddressesHook(services: AddressServices) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const [path, query] = splitTarget(request.url);
    if (!isReading(request) || query === "") return undefined;
    const parameters = new URLSearchParams(query);
    const searchPage = /^\/page\/0*(\d{1,6})\/?$/.exec(path)?.[1];
    if (searchPage !== undefined && parameters.has("s")) {
      parameters.set("paged", searchPage);
      return leadTo(reply, `${routes.home()}?${parameters.toString()}`);
    }
    if (path !== routes.home()) return undefined;
    // A search is a page of its own.
    if (parameters.has("s")) return undefined;
    const target = await targetOf(services, parameters, await closedPartTo(services, request, reply));
    if (target === undefined) return undefined;
    for (const name of named) parameters.delete(name);
    const rest = parameters.toString();
    return leadTo(reply, rest === "" ? target : `${target}?${rest}`);
  };
}

/** Where an address leads; what is closed is as little there as what does not exist. */
async function targetOf({ db, clock, facts }: AddressServices, parameters: URLSearchParams, closed: ClosedPart) {
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
    const { categories } = await facts.get();
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

/** An `onRequest` hook: an address that only lacks its last slash, or names a list's first page, leads to the page's own, its query kept. */
export function pathSpellingHook(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const [path, query] = splitTarget(request.url);
  const target = withoutFirstPage(lacksSlash(request, path) ? `${path}/` : path);
  if (!isReading(request) || target === path) done();
  else leadTo(reply, query === "" ? target : `${target}?${query}`);
}

function lacksSlash({ is404, routeOptions }: FastifyRequest, path: string): boolean {
  return (is404 || openEnded.has(routeOptions.url)) && isPagePath(path);
}

/** What the addresses of categories and tags begin with. */
const archives = [patterns.category, patterns.productTag].map((pattern) => pattern.slice(0, -1));

/** "/shop/page/1/" is "/shop/"; other paths stay as they are. */
function withoutFirstPage(path: string): string {
  const list = /^(.+\/)page\/0*1\/$/.exec(path)?.[1];
  if (list === undefined) return path;
  const isList = list === routes.shop() || list === routes.blog() || archives.some((start) => isBelow(list, start));
  return isList ? list : path;
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
