/** A picture: the original and its renditions. Files are paths below the media folder, with forward slashes. */
export interface Picture {
  id: number;
  file: string;
  width: number;
  height: number;
  alt: string;
  title: string;
  caption: string;
  /** Made by a job after import; until then empty, and the page shows the original. Sorted by format, then width. */
  renditions: readonly Rendition[];
}

export interface Rendition {
  format: "avif" | "webp" | "jpeg";
  width: number;
  height: number;
  file: string;
}

type Size = Pick<Picture, "width" | "height">;

/** Returns the displayed size for a requested width (0: none), never larger than the picture. */
export function shownSize(picture: Size, width: number): Size {
  if (width === 0 || width >= picture.width) return { width: picture.width, height: picture.height };
  return { width, height: Math.max(1, Math.round((picture.height * width) / picture.width)) };
}

/** Sorts renditions by format, then width. */
export function inOrder(renditions: readonly Rendition[]): Rendition[] {
  return renditions.toSorted((a, b) => (a.format < b.format ? -1 : a.format > b.format ? 1 : a.width - b.width));
}
