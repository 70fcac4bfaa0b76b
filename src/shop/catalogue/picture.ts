/** A picture as pages need it: the original and its renditions, all with absolute URL paths. */
export interface Picture {
  id: number;
  /** URL path of the original. */
  src: string;
  width: number;
  height: number;
  alt: string;
  title: string;
  caption: string;
  /** Made by a job after import; empty until then, and the page shows the original. Ordered by format, then width. */
  renditions: readonly Rendition[];
}

export interface Rendition {
  format: "avif" | "webp" | "jpeg";
  width: number;
  height: number;
  src: string;
}
