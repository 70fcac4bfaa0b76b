import { type ReactNode, use } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { ShopServices } from "#http/shop-services.ts";
import { readAttributes } from "#shop/content/blocks/block-attributes.ts";
import { type BlockName, blockKinds, type FormBlockName, isFormBlockName } from "#shop/content/blocks/block-kinds.ts";
import { type Block, type Part, parseBody } from "#shop/content/blocks/parse-body.ts";
import { LocaleContext } from "#ui/locale.tsx";
import { type AnsweredForm, answeredIn } from "../../contact/fragments/contact-form.tsx";
import {
  type EmbeddingPage,
  type FormServices,
  type PreparedForms,
  prepareForms,
} from "../../contact/fragments/embed-forms.ts";
import { NoticesContext } from "../../notices/fragments/notices.tsx";
import { InsertContext } from "../../rendering/html-template.ts";
import type { PageTag } from "../../rendering/page-view.ts";
import type { PageRequest } from "../../rendering/public-page.ts";
import { HeartContext } from "../../wishlist/fragments/add-to-wishlist.tsx";
import { blockTypes } from "./all-blocks.ts";
import type { BlockNeeds, BlockPage, BlockType, ShownVideo } from "./block.ts";
import { type LoadedBlockData, loadBlockData } from "./load-block-data.ts";
import { isQuizCacheable, queryOfResult } from "./quiz-address.ts";
import { picturesInText, withRenditions } from "./text-pictures.tsx";

/** The body of an article or page with everything that its blocks show. */
export interface EmbeddedBody {
  parts: readonly Part[];
  page: BlockPage;
  loaded: LoadedBlockData;
  forms: PreparedForms | undefined;
  hasForms: boolean;
  /** Whether there are blocks other than forms. */
  hasBlocks: boolean;
  hasNewsletterForm: boolean;
  /** Whether it asks for related posts, which are not part of it. */
  wantsRelatedPosts: boolean;
  /** In its order. */
  videos: readonly ShownVideo[];
  /** Whether a picture in it links to its file, which opens in the lightbox. */
  hasImageLinks: boolean;
  isCacheable: boolean;
  tags: readonly PageTag[];
  until: Date | null;
  frameOrigins: readonly string[];
}

const imageLink = /<a\s[^>]*\bhref="[^"]+\.(?:jpe?g|png|webp|avif|gif)(?:[?#][^"]*)?"/i;

/** Reads the blocks in the sanitised HTML of an article or page and loads what they show. */
export async function embedBlocks(
  services: FormServices & Pick<ShopServices, "cards" | "catalogue">,
  html: string,
  place: { postId: number; action: string },
  page: EmbeddingPage & Pick<PageRequest, "facts" | "now" | "query">,
): Promise<EmbeddedBody> {
  const { parts } = parseBody(html);
  const blockPage = { postId: place.postId, address: place.action, query: page.query };
  const all = blocksIn(parts);
  const formBlocks = all.filter(({ name }) => isFormBlockName(name));
  const others = all.filter(({ name }) => !isFormBlockName(name));
  const loaded = await loadBlockData(
    services,
    [{ pictures: picturesInText(parts) }, ...others.map(needsOf)],
    page.facts,
    page.now,
  );
  const action = place.action + queryOfResult(all, page.query);
  const forms =
    formBlocks.length > 0 ? await prepareForms(services, formBlocks, { ...place, action }, page) : undefined;
  return {
    parts,
    page: blockPage,
    loaded,
    forms,
    hasForms: forms?.hasForms ?? false,
    hasBlocks: others.length > 0,
    hasNewsletterForm: others.some(({ name }) => name === "newsletter"),
    wantsRelatedPosts: others.some(({ name }) => name === "jetpack-related-posts"),
    videos: videosIn(parts, blockPage, loaded),
    hasImageLinks: imageLink.test(html) || others.some(({ name }) => name === "gallery" || name === "carousel"),
    isCacheable: loaded.isCacheable && forms?.isCacheable !== false && isQuizCacheable(all, page.query),
    tags: [...loaded.tags, ...(forms?.tags ?? [])],
    until: loaded.until,
    frameOrigins: [...new Set(others.flatMap(framesOf))],
  };
}

function blocksIn(parts: readonly Part[]): Block[] {
  return parts.flatMap((part) => (typeof part === "string" ? [] : [part, ...blocksIn(part.content)]));
}

/** Values are read by the schema of the same name. */
function typeOf(name: Exclude<BlockName, FormBlockName>): BlockType<BlockName> {
  return blockTypes[name] as unknown as BlockType<BlockName>;
}

function valuesOf({ name, attributes }: Block) {
  return readAttributes(blockKinds[name], attributes) as never;
}

function needsOf(block: Block): BlockNeeds {
  return (!isFormBlockName(block.name) && typeOf(block.name).needs?.(valuesOf(block))) || {};
}

function framesOf(block: Block): readonly string[] {
  if (isFormBlockName(block.name)) return [];
  return typeOf(block.name).frames?.(valuesOf(block), htmlIn(block)) ?? [];
}

/** Returns a block's content without the blocks in it. */
function htmlIn({ content }: Block): string {
  return content.filter((part) => typeof part === "string").join("");
}

function videosIn(parts: readonly Part[], page: BlockPage, loaded: LoadedBlockData): ShownVideo[] {
  return parts.flatMap((part) => {
    if (typeof part === "string" || isFormBlockName(part.name)) return [];
    const { video, shows } = typeOf(part.name);
    const own = video?.(valuesOf(part), htmlIn(part), loaded.data);
    return [...(own ? [own] : []), ...videosIn(shows ? shows(part, page) : part.content, page, loaded)];
  });
}

/** Renders a body with its blocks in a `div`. */
export function BodyWithBlocks({ body, className }: { body: EmbeddedBody; className: string }) {
  const answered = answeredIn(use(NoticesContext));
  const locale = use(LocaleContext);
  const hearts = use(HeartContext);
  const insert = use(InsertContext);
  // A body is text that React cannot look into, so that each block is rendered by itself.
  const render = (node: ReactNode) =>
    renderToStaticMarkup(
      <LocaleContext value={locale}>
        <HeartContext value={hearts}>
          <InsertContext value={insert}>{node}</InsertContext>
        </HeartContext>
      </LocaleContext>,
    );
  // Wide ones scroll by themselves, also by keyboard.
  const html = renderParts(body, answered, render).replace(/<pre(?=[ >])/g, '<pre tabindex="0"');
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

function renderParts(
  { parts, page, loaded, forms }: EmbeddedBody,
  answered: AnsweredForm | undefined,
  render: (node: ReactNode) => string,
): string {
  let number = 0;
  let formNumber = 0;
  const seen = new Set<BlockName>();
  const renderPart = (part: Part): string => {
    if (typeof part === "string") return withRenditions(part, loaded.data, render);
    if (isFormBlockName(part.name)) {
      formNumber += forms?.isKnown(part) ? 1 : 0;
      const place = part.name === "lead_form" ? leadForm(part, formNumber) : part;
      return forms?.render(place, formNumber, answered) ?? "";
    }
    const { Block, shows } = typeOf(part.name);
    number += 1;
    const shown = { block: part, page, data: loaded.data, content: "", number, isFirst: !seen.has(part.name) };
    seen.add(part.name);
    shown.content = renderAll(shows ? shows(part, page) : part.content);
    return render(<Block values={valuesOf(part)} shown={shown} />);
  };
  // Concatenated, not joined: the page copies all of its text into one string anyway.
  const renderAll = (parts: readonly Part[]): string =>
    parts.reduce<string>((html, part) => html + renderPart(part), "");
  return renderAll(parts);
}

/** A contact form with the class and id by which tracking scripts know lead forms. Source: wire notes 14. */
function leadForm({ attributes }: Block, number: number): Pick<Block, "attributes"> {
  const id = attributes.get("id") ?? "";
  return {
    attributes: new Map([
      ["id", id],
      ["html_class", "fca_eoi_form"],
      ["html_id", `lead-${id.replace(/[^\w-]/g, "")}-${number}`],
      ["html_title", attributes.get("title") ?? ""],
    ]),
  };
}
