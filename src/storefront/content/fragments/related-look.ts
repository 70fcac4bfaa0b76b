import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { RelatedLook } from "./related-posts.tsx";

/** Returns how the settings show related posts. */
export function relatedLook(settings: Settings): RelatedLook {
  return {
    hasThumbnails: settings.related_posts_thumbnails === "yes",
    hasDate: settings.related_posts_date === "yes",
    hasContext: settings.related_posts_context === "yes",
    layout: settings.related_posts_layout,
  };
}
