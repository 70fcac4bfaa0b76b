import type { Settings } from "../../settings/setting-definitions.ts";

/** What pictures may be at most. */
export interface PictureLimits {
  maxBytes: number;
  /** Width times height. A small file can decode to millions, which takes memory. */
  maxPixels: number;
  /** Frames of an animation or pages of a document. Only the first is kept. */
  maxFrames: number;
  /** Whether vector drawings are taken, without everything that is not drawing. */
  takesSvg: boolean;
}

/** The maximum size of an imported original in bytes. */
export const largestPicture = 20 * 1024 * 1024;

/** Limits of imported pictures and of those of reviews. */
export const importLimits: PictureLimits = {
  maxBytes: largestPicture,
  maxPixels: 50_000_000,
  maxFrames: 10_000,
  takesSvg: false,
};

const megabyte = 1024 * 1024;

/** Returns the limits of uploads to the media library. */
export function uploadLimits(settings: Settings): PictureLimits {
  return {
    maxBytes: settings.upload_max_mb * megabyte,
    maxPixels: settings.upload_max_megapixels * 1_000_000,
    maxFrames: settings.upload_max_frames,
    takesSvg: settings.upload_svg === "cleaned",
  };
}
