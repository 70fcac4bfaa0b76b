/** The large version of a slide's picture, as its attributes state it for scripts. */
export interface SlidePicture {
  src: string;
  width: number;
  height: number;
  alt: string;
  /** The caption, or the title without one. */
  caption: string;
}

/**
 * Returns the large picture of a slide with its current values: a variation may have replaced it. Videos and spin sets have
 * none.
 */
export function pictureOf(slide: Element): SlidePicture | undefined {
  if (slide.matches(".gallery-media")) return undefined;
  const image = slide.querySelector<HTMLImageElement>("img[data-large_image]");
  if (!image) return undefined;
  const { large_image: src = "", large_image_width: width, large_image_height: height, caption } = image.dataset;
  return { src, width: Number(width), height: Number(height), alt: image.alt, caption: caption || image.title };
}
