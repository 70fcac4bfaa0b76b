import { routes } from "#routes";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { Crumb } from "#ui/breadcrumb.tsx";

/** A schema.org object for search engines. */
export type StructuredData = Record<string, unknown>;

/** Returns the breadcrumb of a page; the last crumb is the page itself. */
export function breadcrumbData(crumbs: readonly Crumb[], siteUrl: string): StructuredData {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ label, href }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      ...(href !== undefined && { item: siteUrl + href }),
    })),
  };
}

/** Returns the id by which structured data refers to the organisation. */
export function organizationId(siteUrl: string): string {
  return `${siteUrl}${routes.home()}#organization`;
}

/** Returns the organisation that runs the shop. */
export function organizationData(settings: Settings, siteUrl: string): StructuredData {
  const { shop_name: name, shop_tagline: tagline, shop_phone: telephone } = settings;
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    "@id": organizationId(siteUrl),
    name,
    url: siteUrl + routes.home(),
    ...(tagline && { description: tagline }),
    ...(telephone && { contactPoint: { "@type": "ContactPoint", contactType: "customer service", telephone } }),
  };
}

/** Returns the web site with its search. */
export function webSiteData(settings: Settings, siteUrl: string): StructuredData {
  const word = "search_term_string";
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: settings.shop_name,
    url: siteUrl + routes.home(),
    publisher: { "@id": organizationId(siteUrl) },
    potentialAction: {
      "@type": "SearchAction",
      target: {
        "@type": "EntryPoint",
        urlTemplate: siteUrl + routes.search(word).replace(word, `{${word}}`),
      },
      "query-input": `required name=${word}`,
    },
  };
}
