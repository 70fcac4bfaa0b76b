// Answers GET /llms.txt (llmstxt.org): a short guide to the shop for language models, in Markdown.
import { PageNotFound } from "#http/page-not-found.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { listPageTitles } from "#shop/content/addresses/site-map.ts";
import { listPosts } from "#shop/content/list-posts.ts";
import { closedPartOf } from "#shop/settings/coming-soon.rules.ts";
import type { SiteFile, SiteFileRequest } from "./site-file.ts";

/** The most links of a section. */
const maxLinks = 50;

interface GuideLink {
  title: string;
  path: string;
  /** Plain text; "" for none. */
  description: string;
}

/** Returns llms.txt with the open parts of the shop. @throws PageNotFound while the site is closed */
export async function llmsText(request: SiteFileRequest): Promise<SiteFile> {
  const { db, facts, now, siteUrl } = request;
  const closed = closedPartOf(facts.settings);
  if (closed === "site") throw new PageNotFound();
  const { shop_name: shopName, shop_tagline: tagline, language } = facts.settings;
  const t = translator(language);
  const [products, pages, { posts }] = await Promise.all([
    closed === "nothing" ? productLinks(request, t("shell.guide.allProducts")) : [],
    listPageTitles(db, now, maxLinks),
    listPosts(db, "newest", now, 1, maxLinks),
  ]);
  const feeds: GuideLink[] = [
    { title: t("shell.guide.sitemap"), path: routes.sitemap(), description: "" },
    { title: t("shell.feed.articles", { shop: shopName }), path: routes.articleFeed(), description: "" },
    ...(closed === "nothing"
      ? [{ title: t("shell.feed.products", { shop: shopName }), path: routes.productFeed(), description: "" }]
      : []),
  ];
  const linkOf = ({ slug, title, summary }: { slug: string; title: string; summary: string }): GuideLink => ({
    title,
    path: routes.article(slug),
    description: summary,
  });
  const sections = [
    section(t("shell.guide.products"), products, siteUrl),
    section(t("shell.guide.pages"), pages.map(linkOf), siteUrl),
    section(t("shell.guide.articles"), posts.map(linkOf), siteUrl),
    section(t("shell.guide.data"), feeds, siteUrl),
  ];
  const currency = t("shell.guide.currency", { currency: facts.currency.code });
  const head = [`# ${lineOf(shopName)}`, ...(tagline ? [`> ${lineOf(tagline)}`] : []), currency];
  return {
    body: `${[...head, ...sections.filter((text) => text !== "")].join("\n\n")}\n`,
    contentType: "text/plain; charset=utf-8",
    tags: ["products", "categories", "articles", "settings"],
  };
}

/** Returns the shop page and the categories that have products. */
async function productLinks({ facts, counts }: SiteFileRequest, allProducts: string): Promise<GuideLink[]> {
  const countOf = await counts();
  const shown = facts.categories.all.filter((category) => countOf(category) > 0).slice(0, maxLinks);
  return [
    { title: allProducts, path: routes.shop(), description: "" },
    ...shown.map((category) => ({ title: category.name, path: routes.category(category.path), description: "" })),
  ];
}

function section(title: string, links: readonly GuideLink[], siteUrl: string): string {
  if (links.length === 0) return "";
  const lines = links.map(({ title, path, description }) => {
    const after = description === "" ? "" : `: ${lineOf(description)}`;
    return `- [${lineOf(title).replace(/[\\[\]]/g, "\\$&")}](${siteUrl}${path})${after}`;
  });
  return [`## ${title}`, "", ...lines].join("\n");
}

/** Returns a text on one line, so that it cannot add lines of its own. */
function lineOf(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
