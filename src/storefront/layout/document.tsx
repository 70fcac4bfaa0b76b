import type { ReactNode } from "react";
import type { Locale } from "#ui/locale.tsx";
import { logoPath } from "./logo.tsx";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      /** The custom elements that browser code defines with `defineWidget`. */
      [name: `shop-${string}`]: React.DetailedHTMLProps<React.HTMLAttributes<HTMLElement>, HTMLElement>;
    }
  }
}

export interface DocumentProps {
  locale: Locale;
  /** Page title including the shop's name. */
  title: string;
  description: string;
  shopName: string;
  /** Absolute URL of the page; null for error pages and personal pages. */
  canonical: string | null;
  /** False asks search engines not to index the page. */
  isIndexed: boolean;
  /** Preview data for shared links. */
  openGraph?: OpenGraph;
  /** Where clients find the REST API. */
  api: { rel: string; href: string };
  /** The shop's feeds, then the page's own. */
  feeds: readonly { title: string; href: string }[];
  /** In cascade order. */
  stylesheets: readonly Stylesheet[];
  /** Hrefs of the fonts that every page needs at once. */
  fonts: readonly string[];
  /** Inline script for pages that contain their style sheets; the policy allows it. */
  prepareFirstVisit: string;
  /** Inline style that allows transitions between pages; the policy allows it. */
  pageTransitions: string;
  bodyClass: string;
  /** Widgets that the client handles in any case, or not at all; as `printHandlers` returns them. */
  widgetHandlers: string;
  /** Other elements of the head: structured data, module preloads. */
  head?: ReactNode;
  /** Content of the body as HTML; the caller has escaped it. */
  body: string;
}

export interface Stylesheet {
  href: string;
  /** Its text with its fonts, if the page is to contain it. */
  text: string | undefined;
}

export interface OpenGraph {
  type: "website" | "article" | "product";
  /** Further Open Graph properties of the type. */
  properties?: Readonly<Record<string, string>>;
  /** With an absolute URL. */
  image: { url: string; width: number; height: number; alt: string } | null;
}

function Sharing({ title, description, shopName, canonical, openGraph }: DocumentProps) {
  if (!openGraph) return null;
  const { type, image, properties = {} } = openGraph;
  return (
    <>
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={shopName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {canonical && <meta property="og:url" content={canonical} />}
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content={image ? "summary_large_image" : "summary"} />
      {image && (
        <>
          <meta property="og:image" content={image.url} />
          <meta property="og:image:width" content={String(image.width)} />
          <meta property="og:image:height" content={String(image.height)} />
          <meta property="og:image:alt" content={image.alt} />
        </>
      )}
    </>
  );
}

/** The shop's icon as a data URL, which saves a request. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#17503b" d="${logoPath}"/></svg>`,
)}`;

/** Renders the whole document. */
export function Document(props: DocumentProps) {
  const {
    locale,
    title,
    description,
    canonical,
    isIndexed,
    api,
    feeds,
    stylesheets,
    fonts,
    prepareFirstVisit,
    pageTransitions,
    bodyClass,
    head,
    body,
  } = props;
  const containsStyles = stylesheets.some(({ text }) => text !== undefined);
  return (
    <html lang={locale.lang} dir={locale.dir} data-chowk-widgets={props.widgetHandlers || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="robots" content={isIndexed ? "index, follow, max-image-preview:large" : "noindex, follow"} />
        {canonical && <link rel="canonical" href={canonical} />}
        {canonical && <link rel="alternate" hrefLang={locale.lang} href={canonical} />}
        <link {...api} />
        {feeds.map((feed) => (
          <link key={feed.href} rel="alternate" type="application/rss+xml" {...feed} />
        ))}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf5" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#151712" />
        <link rel="icon" type="image/svg+xml" href={icon} />
        {!containsStyles &&
          fonts.map((href) => <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="" href={href} />)}
        <style dangerouslySetInnerHTML={{ __html: pageTransitions }} />
        {stylesheets.map(({ href, text }) =>
          text === undefined ? (
            <link key={href} rel="stylesheet" href={href} />
          ) : (
            <style key={href} data-href={href} dangerouslySetInnerHTML={{ __html: text }} />
          ),
        )}
        {containsStyles && <script dangerouslySetInnerHTML={{ __html: prepareFirstVisit }} />}
        <Sharing {...props} />
        {head}
      </head>
      <body
        className={bodyClass}
        data-font={containsStyles ? fonts[0] : undefined}
        dangerouslySetInnerHTML={{ __html: body }}
      />
    </html>
  );
}
