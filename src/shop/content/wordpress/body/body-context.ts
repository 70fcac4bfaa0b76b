/** A picture of the shop that takes the place of one of the old site. */
export interface BodyPicture {
  mediaId: number;
  /** Path in this shop. */
  src: string;
  width: number;
  height: number;
}

/** What a body refers to outside of itself, and what the report says about it. */
export interface BodyContext {
  /** Returns the picture with this address; undefined if it is not the old site's, or unavailable. */
  picture(address: string): BodyPicture | undefined;
  /** Returns the address of an attachment. */
  attachment(id: string): string | undefined;
  /** Returns the path in this shop of a video, sound or document of the old site; undefined if it is not, or unavailable. */
  file(address: string): string | undefined;
  /** Returns the id of this shop's form with the same title or hash. @param title "" if the shortcode has none */
  form(id: string, title: string): string | undefined;
  /** Returns the address that a link of the old site gets in this shop. */
  link(address: string): string;
  /** Returns the content of a reusable block. */
  reusableBlock(id: string): string | undefined;
  /** Returns the id in this shop of a product; the same for one that was not imported. */
  readonly product: (id: string) => string;
  /** Returns the slug of a product category or tag. */
  productTerm(id: string): string | undefined;
  /** Notes what was not mapped. */
  note(kind: BodyNote, name: string): void;
}

/**
 * A form that the shop does not have; a product, category or tag that it does not have; a shortcode that is kept as it is; a block whose own HTML is kept, without its effect; a
 * frame or picture of another site that is left out; a file that stays on the old site.
 */
export type BodyNote = "form" | "product" | "shortcode" | "block" | "frame" | "picture" | "file";
