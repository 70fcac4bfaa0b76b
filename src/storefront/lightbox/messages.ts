/** English texts of the lightbox. */
export const lightbox = {
  "lightbox.close": "Close",
  "lightbox.previous": "Previous picture",
  "lightbox.next": "Next picture",
  "lightbox.zoom": "Zoom in or out",
  "lightbox.fullScreen": "Full screen",
  "lightbox.counter": "{number} / {total}",
  // Source: storefront specification 8, "Image lightboxes".
  "lightbox.failed": "The image could not be loaded.",
  "lightbox.openImage": "Open the image in a new tab",
} as const;
