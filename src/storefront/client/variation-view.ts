/** The messages of a variations form. */
export interface VariationView {
  hasNoMatch: boolean;
  /** Said after a press on a button that does not buy yet. */
  complaint: "" | "selection-needed" | "unavailable";
  isResetAnnounced: boolean;
}

/** As the server rendered it. */
export const silentView: VariationView = { hasNoMatch: false, complaint: "", isResetAnnounced: false };
