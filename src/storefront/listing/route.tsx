import type { FastifyInstance } from "fastify";
import { PageNotFound } from "#http/page-not-found.ts";
import type { Visit } from "#http/visit/visit.ts";
import { patterns, routes } from "#routes";
import { findTag } from "#shop/catalogue/products.ts";
import type { PageView } from "../rendering/page-view.ts";
import {
  answerPublicPage,
  type PageRequest,
  type PageServices,
  type PublicPageOptions,
} from "../rendering/public-page.ts";
import { listingParameters } from "./listing-query.ts";
import { loadListing, loadShop, pageNumber } from "./load-listing.tsx";
import { loadSearch, searchParameters } from "./load-search.ts";

/** Registers GET /shop/, /product-category/{path}/ and /product-tag/{slug}/, each with page/{n}/. */
export function listingRoutes(app: FastifyInstance, services: PageServices): void {
  const answer = (visit: Visit, load: (page: PageRequest) => Promise<PageView>) =>
    answerPublicPage(services, visit, { parameters: listingParameters, load });
  app.get(routes.shop(), ({ visit }) => answer(visit, (page) => loadShop(services, page, 1)));
  app.get<{ Params: { page: string } }>(patterns.shopPage, ({ params, visit }) => {
    const number = pageNumber(params.page);
    return answer(visit, (page) => loadShop(services, page, number));
  });
  app.get<{ Params: { "*": string } }>(patterns.category, ({ params, visit }) => {
    const { path, number } = splitPage(params["*"]);
    return answer(visit, (page) => loadCategory(services, page, path, number));
  });
  app.get<{ Params: { "*": string } }>(patterns.productTag, ({ params, visit }) => {
    const { path, number } = splitPage(params["*"]);
    return answer(visit, (page) => loadTag(services, page, path, number));
  });
}

/** Returns how the home page's address is answered when it is a search. */
export function searchPages(services: PageServices): PublicPageOptions {
  return { parameters: searchParameters, load: (page) => loadSearch(services, page) };
}

async function loadCategory(
  services: PageServices,
  page: PageRequest,
  path: string,
  number: number,
): Promise<PageView> {
  const { categories } = page.facts;
  const category = categories.findByPath(path);
  if (!category) throw new PageNotFound();
  const children = categories.children(category.id);
  return loadListing(services, page, {
    title: category.name,
    description: category.description,
    picture: category.picture,
    crumbs: categories.trail(category).map((one) => ({ label: one.name, href: routes.category(one.path) })),
    filter: { place: "listing", categoryIds: categories.withDescendants(category) },
    number,
    href: (target) => routes.category(path, target),
    strip: children.length > 0 ? children : categories.children(category.parentId),
    category,
    choosable: children,
    tags: [`category:${category.id}`],
    isIndexed: true,
  });
}

async function loadTag(services: PageServices, page: PageRequest, slug: string, number: number): Promise<PageView> {
  const tag = await findTag(services.db, slug);
  if (!tag) throw new PageNotFound();
  return loadListing(services, page, {
    title: tag.name,
    description: "",
    crumbs: [{ label: tag.name }],
    filter: { place: "listing", tagId: tag.id },
    number,
    href: (target) => routes.productTag(slug, target),
    strip: [],
    choosable: page.facts.categories.children(null),
    tags: [],
    isIndexed: true,
  });
}

/** Splits "growing-up/height-growth/page/2/" into the path "growing-up/height-growth" and page 2. */
function splitPage(rest: string): { path: string; number: number } {
  const [, path = "", page] = /^(.*?)(?:\/page\/(\d+))?\/?$/.exec(rest) ?? [];
  return { path, number: pageNumber(page ?? "1") };
}
