// Permanent redirects from legacy and non-canonical addresses on the home page: ?p=, ?page_id= and ?attachment_id= (also with the
// ids of an imported site), ?product=, ?product_cat=, ?product_tag=, ?cat=, ?category_name=, ?tag=, ?author=, ?m= and
// ?post_type=product; archives of a day; paths without a trailing slash; list pages by ?paged= or with a padded number; /page/{n}/?s=; ?s= on the
// shop page or a category; feeds in other formats.
import type { FastifyReply, FastifyRequest } from "fastify";
import { closedPartTo } from "#http/guards/closed-part.ts";
import { canonicalPath } from "#http/page-cache/cache-key.ts";
import type { Visit } from "#http/visit/visit.ts";
import { patterns, routes } from "#routes";
import { findTag } from "#shop/catalogue/products.ts";
import { findMovedId } from "#shop/content/addresses/moved-addresses.ts";
import { findById, hasProduct } from "#shop/content/addresses/public-addresses.ts";
import type { ClosedPart } from "#shop/settings/coming-soon.rules.ts";
import type { Entrance } from "../../wc-ajax/entrance.ts";

type AddressServices = Pick<Entrance, "db" | "clock">;

/** Parameters that identify a page. The redirect drops them and keeps the rest of the query. */
const pageParameters = [
  "p",
  "page_id",
  "attachment_id",
  "product",
  "product_cat",
  "product_tag",
  "cat",
  "category_name",
  "tag",
  "author",
  "m",
  "post_type",
];
/** Parameters that identify a single page: the answer is 404 if it does not exist. */
const singlePageParameters = pageParameters.filter((name) => name !== "post_type" && name !== "m");

/** Returns a `preHandler` hook to register after the page requests. Requests without a redirect pass through. */
export function oldAddressesHook(services: AddressServices) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { visit } = request;
    const [path, query] = splitTarget(request.url);
    if (!isReading(request) || query === "") return undefined;
    const parameters = new URLSearchParams(query);
    const searchPage = /^\/page\/0*(\d{1,6})\/?$/.exec(path)?.[1];
    if (searchPage !== undefined && parameters.has("s")) {
      parameters.set("paged", searchPage);
      return redirectTo(reply, `${routes.home()}?${parameters.toString()}`);
    }
    if (request.is404) return undefined;
    if (path !== routes.home()) {
      const target = await searchTarget(visit, path, query);
      const isOpen = target !== undefined && (await closedPartTo(visit)) === "nothing";
      return isOpen ? redirectTo(reply, target) : undefined;
    }
    // The home page with ?s= is the search page.
    if (parameters.has("s")) return undefined;
    const closed = await closedPartTo(visit);
    const target = await targetOf(services, visit, parameters, closed);
    if (target === undefined && closed !== "site" && singlePageParameters.some((name) => parameters.get(name))) {
      reply.callNotFound();
      return reply;
    }
    if (target === undefined) return undefined;
    for (const name of pageParameters) parameters.delete(name);
    return redirectTo(reply, withQuery(target, parameters.toString()));
  };
}

/** Returns the search page's address for ?s= on the shop page or a category, with all other parameters; undefined elsewhere. */
async function searchTarget(visit: Visit, path: string, query: string) {
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
  // Keeps the original query text: encoding it again can triple its length.
  return `${routes.home()}?${place.toString()}&${query}`;
}

/** Returns the path that the parameters identify; undefined if the page does not exist or is not open yet. */
async function targetOf({ db, clock }: AddressServices, visit: Visit, parameters: URLSearchParams, closed: ClosedPart) {
  if (closed === "site") return undefined;
  const id = parameters.get("p") ?? parameters.get("page_id") ?? parameters.get("attachment_id");
  if (id !== null) {
    const imported = await findMovedId(db, "p", id, clock.now());
    if (imported !== undefined) return imported;
    const found = /^[1-9]\d{0,14}$/.test(id) ? await findById(db, Number(id), clock.now()) : undefined;
    const isShown = closed === "nothing" || found?.kind === "article";
    return found && isShown ? routes[found.kind](found.slug) : undefined;
  }
  const archive = await archiveOf(db, parameters, clock.now());
  if (archive !== undefined || closed === "store") return archive;
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

/** Returns the path of an archive of the journal: by an id of an old site, by slug, month or year. */
async function archiveOf(
  db: AddressServices["db"],
  parameters: URLSearchParams,
  now: Date,
): Promise<string | undefined> {
  for (const name of ["cat", "author"] as const) {
    const id = parameters.get(name);
    if (id !== null) return findMovedId(db, name, id, now);
  }
  // "parent/child" is identified by its last segment.
  const category = parameters.get("category_name")?.split("/").findLast(Boolean);
  const tag = parameters.get("tag");
  if (category) return routes.articleCategory(category);
  if (tag) return routes.articleTag(tag);
  const [, year, month] = /^(\d{4})(?:$|(0[1-9]|1[0-2]))/.exec(parameters.get("m") ?? "") ?? [];
  if (year === undefined) return undefined;
  return month === undefined ? routes.year(Number(year)) : routes.month(Number(year), Number(month));
}

/** Routes that match with and without a trailing slash. */
const openEnded: ReadonlySet<string | undefined> = new Set([patterns.category, patterns.productTag]);

/** Paths for monitoring, which have no trailing slash. */
const machinePaths: ReadonlySet<string> = new Set([routes.health(), routes.ready(), routes.metrics()]);

/** Matches paths that are not pages. */
const nonPagePaths = /^\/(?:wp-admin|wp-json|chowk|assets|media)(?:\/|$)/;

/** `onRequest` hook: redirects non-canonical paths (no trailing slash, padded or first page number, format of a feed), keeping the query. */
export function pathSpellingHook(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const [path, query] = splitTarget(request.url);
  const target = withPage(monthOfDay(listPage(plainFeed(lacksSlash(request, path) ? `${path}/` : path))), query);
  if (!isReading(request) || target === withQuery(path, query)) done();
  else redirectTo(reply, target);
}

function lacksSlash({ is404, routeOptions }: FastifyRequest, path: string): boolean {
  return (is404 || openEnded.has(routeOptions.url)) && isPagePath(path);
}

/** Path prefixes of the lists of products and articles by category, tag and author. */
const archivePrefixes = [
  patterns.category,
  patterns.productTag,
  patterns.articleCategory,
  patterns.articleTag,
  patterns.author,
].map((pattern) => pattern.replace(/(?:\*|:slug\/)$/, ""));

const dayPath = /^(\/\d{4}\/(?:0[1-9]|1[0-2])\/)(?:0[1-9]|[12]\d|3[01])\/(?:page\/\d{1,6}\/)?$/;

/** Turns the archive of a day, which the shop does not have, into that of its month; returns other paths unchanged. */
function monthOfDay(path: string): string {
  return dayPath.exec(path)?.[1] ?? path;
}

/** Turns the address of a feed in a certain format into that of the only one that the shop has; returns other paths unchanged. */
function plainFeed(path: string): string {
  return path.replace(/(?<=\/feed\/)(?:rss2?|rdf|atom)\/$/, "");
}

const datePath = /^\/\d{4}\/(?:\d{2}\/)?$/;

/** Turns "/shop/page/1/" into "/shop/" and "/shop/page/02/" into "/shop/page/2/"; returns other paths unchanged. */
function listPage(path: string): string {
  const [, list = "", number] = /^(.+\/)page\/0*([1-9]\d*)\/$/.exec(path) ?? [];
  return number !== undefined && isList(list) ? pageOf(list, number) : path;
}

/** Turns `?paged=2` on a list into the path ".../page/2/"; returns everything else unchanged. */
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
  return (
    path === routes.shop() ||
    path === routes.blog() ||
    archivePrefixes.some((start) => isBelow(path, start)) ||
    datePath.test(path)
  );
}

function isBelow(path: string, start: string): boolean {
  return path.startsWith(start) && path !== start;
}

/** Excludes files and paths that a browser could read as another host ("//", "/\", or control characters in between). */
function isPagePath(path: string): boolean {
  return (
    /^\/[\w~%!$&'()*+,;=:@-][\w~%!$&'()*+,;=:@/-]*$/.test(path) &&
    !path.endsWith("/") &&
    !nonPagePaths.test(path) &&
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

/** Redirects permanently, but uncached: a slug can be reassigned to another page. */
function redirectTo(reply: FastifyReply, target: string): FastifyReply {
  return reply.header("cache-control", "no-cache").redirect(target, 301);
}
