import { routes } from "#routes";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { SearchForm } from "./search-form.tsx";

/**
 * Renders the search icon and the field that slides out below the header. Without scripts the icon links to the search
 * page.
 */
export function HeaderSearch({ text }: { text: string }) {
  const { t } = useLocale();
  const words = [
    t("shell.search.categories"),
    t("shell.search.pages"),
    t("shell.search.articles"),
    t("shell.search.count", { count: 0 }),
    t("shell.search.none"),
    t("shell.price.now"),
    t("shell.price.before"),
  ];
  return (
    <shop-search className="ast-search-menu-icon slide-search">
      <div className="search-panel">
        <SearchForm text={text} />
        <div
          className="suggestions"
          role="listbox"
          aria-label={t("shell.search.suggestions")}
          data-words={words.join("|")}
          hidden
        />
      </div>
      <a
        className="tool astra-search-icon slide-search"
        href={routes.searchField()}
        aria-label={t("shell.search.open")}
      >
        <Icon name="search" />
      </a>
    </shop-search>
  );
}
