import { routes } from "#routes";
import type { FoundWishlist } from "#shop/wishlist/wishlists.ts";
import { Button } from "#ui/button.tsx";
import { Day } from "#ui/day.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { nameOf } from "./fragments/wishlist-view.ts";
import { WishlistCrumbs } from "./wishlist-crumbs.tsx";

/** The wishlists found, or the minutes to wait after too many searches. */
export type SearchResult = readonly FoundWishlist[] | { minutes: number };

interface SearchPageProps {
  /** "" before the first search. */
  text: string;
  found: SearchResult;
}

function Results({ text, found }: SearchPageProps) {
  const { t } = useLocale();
  if (text === "") return null;
  if ("minutes" in found) return <p role="status">{t("notices.refused.too_many_tries", found)}</p>;
  if (found.length === 0)
    return (
      <EmptyState title={t("wishlist.searchNone", { text })}>
        <p className="muted">{t("wishlist.searchNoneText")}</p>
      </EmptyState>
    );
  return (
    <section aria-labelledby="found-lists">
      <h2 id="found-lists">{t("wishlist.searchResults", { text })}</h2>
      <ul className="wl-found" role="list">
        {found.map((list) => (
          <li key={list.token}>
            <a className="name" href={routes.wishlistView(list.token)}>
              {list.firstName ? t("wishlist.of", { name: nameOf(list, t), owner: list.firstName }) : nameOf(list, t)}
            </a>
            <small>
              {t("wishlist.items", { count: list.itemCount })}, <Day date={list.createdAt} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders the search for public lists. */
export function SearchPage({ text, found }: SearchPageProps) {
  const { t } = useLocale();
  return (
    <div className="wrap woocommerce wishlist-page">
      <WishlistCrumbs label={t("wishlist.search")} />
      <h1>{t("wishlist.search")}</h1>
      <form className="wishlist-search-form" action={routes.searchWishlists()} method="get" role="search">
        <Field
          name="wishlist_search"
          type="search"
          label={t("wishlist.searchField")}
          value={text}
          maxLength={100}
          isRequired
        />
        <Button type="submit">{t("wishlist.searchDone")}</Button>
      </form>
      <Results text={text} found={found} />
    </div>
  );
}
