/** Id of the form around a list. */
export const formId = "yith-wcwl-form";

/** Names under which refused forms are kept for their page. */
export const formNames = {
  estimate: "ask_an_estimate",
  alerts: "chowk_wishlist_alerts",
  create: "yith_wcwl_create",
  title: "save_title",
  manage: "yith_wcwl_manage",
} as const;
