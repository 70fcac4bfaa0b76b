import type { FastifyInstance } from "fastify";
import { cachedRead } from "#http/cached-reads/cached-read.ts";
import { routes } from "#routes";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import { getPictures } from "#shop/catalogue/pictures/pictures.ts";
import { listPosts } from "#shop/content/list-posts.ts";
import type { HomePageTexts } from "#shop/settings/home-page.ts";
import { searchPages } from "../listing/route.tsx";
import type { PageView } from "../rendering/page-view.ts";
import { answerPublicPage, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { organizationData, webSiteData } from "../rendering/structured-data.ts";
import type { HomeContent } from "./home-content.ts";
import { HomePage } from "./page.tsx";

/** Registers GET /: the home page or, with `s`, search results. */
export function homeRoute(app: FastifyInstance, services: PageServices): void {
  const reads = homeReads(services);
  const search = searchPages(services);
  app.get(routes.home(), ({ visit }) =>
    answerPublicPage(services, visit, {
      parameters: search.parameters,
      load: (page) => (page.query.has("s") ? search.load(page) : loadHome(services, reads, page)),
    }),
  );
}

/** Returns the cached reads of the home page, other than products and store facts. */
function homeReads({ db, clock, facts, freshness }: PageServices) {
  return {
    pictures: cachedRead(freshness, ["settings"], async () => {
      const texts = (await facts.get()).settings.home_page;
      return getPictures(db, texts ? mediaIdsOf(texts) : []);
    }),
    posts: cachedRead(freshness, ["articles"], () => listPosts(db, "newest", clock.now(), 1, 3)),
  };
}

async function loadHome(
  services: PageServices,
  reads: ReturnType<typeof homeReads>,
  { facts, now, query, siteUrl }: PageRequest,
): Promise<PageView> {
  const texts = facts.settings.home_page;
  const [popularIds, pictures, { posts }, countOf] = await Promise.all([
    services.popularIds(),
    reads.pictures(),
    reads.posts(),
    services.facts.counts(),
  ]);
  const shelfIds = texts?.hero.shelfProductIds ?? [];
  const shown = await services.cards.list([...popularIds, ...shelfIds], facts, now);
  const byId = new Map(shown.cards.map((card) => [card.id, card]));
  const cardsOf = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const content = texts && contentOf(texts, pictures);
  return {
    title: "",
    description: facts.settings.shop_tagline,
    canonicalPath: routes.home(),
    bodyClass: "home-page",
    flags: { isHome: true },
    openGraph: { type: "website", image: content?.hero.wide ?? null },
    structuredData: [organizationData(facts.settings, siteUrl), webSiteData(facts.settings, siteUrl)],
    content: (
      <HomePage
        content={content}
        shopName={facts.settings.shop_name}
        tagline={facts.settings.shop_tagline}
        shelf={cardsOf(shelfIds).flatMap(({ name, slug, price }) =>
          price ? [{ name, path: routes.product(slug), price: price.min }] : [],
        )}
        bestSellers={cardsOf(popularIds)}
        categories={(texts?.categorySlugs ?? [])
          .flatMap((slug) => facts.categories.findByPath(slug) ?? [])
          .map((category) => ({ ...category, productCount: countOf(category) }))}
        articles={posts}
      />
    ),
    // Search parameters have no effect here.
    isCacheable: query.size === 0,
    tags: ["products", "articles", ...shown.cards.map(({ id }) => `product:${id}` as const)],
    until: shown.until,
  };
}

function mediaIdsOf({ hero, growth, deal, carousel, backdrop }: HomePageTexts): number[] {
  const sections = [growth, deal, backdrop, ...(carousel?.slides ?? [])].flatMap((section) => section?.mediaId ?? []);
  return [hero.wideMediaId, hero.tallMediaId, ...sections];
}

/** Combines the texts with their pictures; leaves out parts whose picture is missing. */
function contentOf(texts: HomePageTexts, pictures: ReadonlyMap<number, Picture>): HomeContent | null {
  const wide = pictures.get(texts.hero.wideMediaId);
  const tall = pictures.get(texts.hero.tallMediaId);
  if (!wide || !tall) return null;
  const withPicture = <Texts extends { mediaId: number }>(part: Texts | null | undefined) => {
    const picture = part && pictures.get(part.mediaId);
    return picture ? { ...part, picture } : null;
  };
  return {
    hero: { ...texts.hero, wide, tall },
    bestSellersTitle: texts.bestSellersTitle,
    growth: withPicture(texts.growth),
    deal: withPicture(texts.deal),
    carousel: texts.carousel
      ? { ...texts.carousel, slides: texts.carousel.slides.flatMap((slide) => withPicture(slide) ?? []) }
      : null,
    backdrop: withPicture(texts.backdrop),
    steps: texts.steps,
    voice: null,
  };
}
