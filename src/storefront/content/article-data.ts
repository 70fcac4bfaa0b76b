import { routes } from "#routes";
import { plainText } from "#shop/catalogue/plain-text.ts";
import type { Article } from "#shop/content/article.ts";
import { withoutBlocks } from "#shop/content/blocks/parse-body.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { mediaSrc } from "#ui/media-src.ts";
import { sharePictureFile, sharePictureSize } from "../rendering/share-picture-file.ts";
import { organizationId, type StructuredData } from "../rendering/structured-data.ts";
import { videoData } from "../rendering/video-data.ts";
import type { ShownVideo } from "./blocks/block.ts";

/** Search engines cut longer headlines. */
const maxHeadline = 110;

/** Returns an article's structured data for search engines. @param words number of words in its body */
export function articleData(article: Article, settings: Settings, siteUrl: string, words: number): StructuredData {
  const { title, summary, author, categories, tags, publishedAt, updatedAt } = article;
  const url = siteUrl + routes.article(article.slug);
  return {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: Array.from(title).slice(0, maxHeadline).join(""),
    ...(summary && { description: summary }),
    datePublished: publishedAt.toISOString(),
    // A scheduled article can be published after its last edit.
    dateModified: (updatedAt > publishedAt ? updatedAt : publishedAt).toISOString(),
    author: author
      ? { "@type": "Person", name: author.name, url: siteUrl + routes.author(author.slug) }
      : { "@id": organizationId(siteUrl) },
    publisher: { "@type": "Organization", "@id": organizationId(siteUrl), name: settings.shop_name },
    image: pictureData(article, settings, siteUrl),
    ...(categories.length > 0 && { articleSection: categories.map(({ name }) => name) }),
    ...(tags.length > 0 && { keywords: tags.map(({ name }) => name) }),
    wordCount: words,
    inLanguage: settings.language,
    mainEntityOfPage: url,
    url,
  };
}

/** Returns the structured data of the videos in an article or page. */
export function articleVideosData(
  article: Article,
  videos: readonly ShownVideo[],
  settings: Settings,
  siteUrl: string,
): StructuredData[] {
  const { id, title, summary, picture, publishedAt } = article;
  return videos.map(({ video, title: name, poster }) => ({
    "@context": "https://schema.org",
    ...videoData(
      {
        video,
        name: name || title,
        description: summary,
        still: poster ?? picture ?? undefined,
        uploadedAt: publishedAt,
      },
      { kind: "article", id, title },
      settings,
      siteUrl,
    ),
  }));
}

function pictureData({ id, title, picture }: Article, settings: Settings, siteUrl: string): StructuredData {
  if (picture) {
    const { width, height } = picture;
    return { "@type": "ImageObject", url: siteUrl + mediaSrc(picture), width, height };
  }
  const file = sharePictureFile({ kind: "article", id, title }, settings);
  return { "@type": "ImageObject", url: siteUrl + routes.sharePicture(file), ...sharePictureSize };
}

/**
 * Returns the questions of a page as structured data if it is a list of questions: at least two of its headings, and most
 * of them, end in a question mark and have an answer below.
 */
export function questionsData(html: string): StructuredData | undefined {
  const parts = withoutBlocks(html).split(/<h[2-4](?:\s[^>]*)?>([\s\S]*?)<\/h[2-4]>/);
  const headings = parts.flatMap((heading, index) =>
    index % 2 === 1 ? [{ name: plainText(heading), text: plainText(parts[index + 1] ?? "") }] : [],
  );
  const questions = headings.filter(({ name, text }) => /[?؟]$/.test(name) && text !== "");
  if (questions.length < 2 || questions.length * 2 <= headings.length) return undefined;
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: questions.map(({ name, text }) => ({
      "@type": "Question",
      name,
      acceptedAnswer: { "@type": "Answer", text },
    })),
  };
}
