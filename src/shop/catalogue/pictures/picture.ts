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

/** Sorts renditions by format, then width. */
export function inOrder(renditions: readonly Rendition[]): Rendition[] {
  return renditions.toSorted((a, b) => (a.format < b.format ? -1 : a.format > b.format ? 1 : a.width - b.width));
}
