import type { ReactNode } from "react";
import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import type { SortOrder } from "#shop/catalogue/index/sort-orders.ts";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import type { ProductCard } from "#shop/catalogue/product.ts";
import type { PublicFile } from "#shop/content/blocks/block-data.ts";
import type { BlockName, BlockValues } from "#shop/content/blocks/block-kinds.ts";
import type { Block, Part } from "#shop/content/blocks/parse-body.ts";
import type { PlayableVideo } from "../../product/fragments/video-player.tsx";

/** One product, by the first of these that is given. */
export interface ProductName {
  id: number | null;
  sku: string;
  slug: string;
}

/** Products chosen by what listings know of them; found in memory. */
export interface ProductQuery {
  /** Slugs, or paths of slugs; empty: all. */
  categories: readonly string[];
  tags: readonly string[];
  onSale: boolean;
  /** Only featured ones. */
  featured: boolean;
  sort: SortOrder;
  limit: number;
}

/** What a block shows besides its attributes. */
export interface BlockNeeds {
  products?: readonly ProductName[];
  query?: ProductQuery;
  /** As blocks name them. */
  pictures?: readonly string[];
  files?: readonly string[];
}

/** What the blocks of a page show, by the names that they use. */
export interface BlockData {
  facts: StoreFacts;
  product: (name: ProductName) => ProductCard | undefined;
  products: (query: ProductQuery) => readonly ProductCard[];
  picture: (name: string) => Picture | undefined;
  file: (name: string) => PublicFile | undefined;
}

/** The page that a block is on. */
export interface BlockPage {
  postId: number;
  /** Its path. */
  address: string;
  /** Only the parameters that the page reads. */
  query: URLSearchParams;
}

/** A block to be rendered. */
export interface ShownBlock {
  block: Block;
  page: BlockPage;
  data: BlockData;
  /** HTML of its content, with the blocks in it. */
  content: string;
  /** Unique on the page, for ids. */
  number: number;
  /** Whether it is the first of its kind on the page. */
  isFirst: boolean;
}

/** A video that a block shows. */
export interface ShownVideo {
  video: PlayableVideo;
  /** "" for none. */
  title: string;
  poster: Picture | undefined;
}

/** A kind of block: what it needs, and what it shows. Null or undefined: nothing. */
export interface BlockType<Name extends BlockName> {
  needs?: (values: BlockValues<Name>) => BlockNeeds;
  /** Origins that are shown in frames. @param content HTML between the tags */
  frames?: (values: BlockValues<Name>, content: string) => readonly string[];
  /** The video that it shows, for search engines. @param content HTML between the tags */
  video?: (values: BlockValues<Name>, content: string, data: BlockData) => ShownVideo | undefined;
  /** Returns the parts of its content that are rendered; default: all. */
  shows?: (block: Block, page: BlockPage) => readonly Part[];
  Block: (props: { values: BlockValues<Name>; shown: ShownBlock }) => ReactNode;
}
