import type { Translate } from "#messages/catalogue.ts";
import { routes } from "#routes";

/** Returns the breadcrumb from the home page to the journal. */
export function journalCrumbs(t: Translate) {
  return [
    { label: t("content.home"), href: routes.home() },
    { label: t("content.journal"), href: routes.blog() },
  ];
}
