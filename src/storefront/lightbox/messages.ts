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
  "lightbox.imageFailed": "Image cannot be loaded. Make sure the path is correct and image exist.",
  "lightbox.openImage": "Open the image in a new tab",
  "lightbox.imagesOf": "Images: {title}",
  "lightbox.thumbnail": "Image {number}",
  "lightbox.share": "Share",
  "lightbox.shareWhatsApp": "WhatsApp",
  "lightbox.shareFacebook": "Facebook",
  "lightbox.copyLink": "Copy link",
  "lightbox.copied": "Link copied",
  "lightbox.notCopied": "The link could not be copied",
  "lightbox.download": "Download",
} as const;
