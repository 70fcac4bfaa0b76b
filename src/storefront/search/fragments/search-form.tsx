import { routes } from "#routes";
import { useLocale } from "#ui/locale.tsx";

interface SearchFormProps {
  /** What was searched for. */
  text?: string;
  /** Of the field, for links to it: a browser that follows one puts the focus there. */
  fieldId?: string;
}

/** Searches the products: a plain GET to the shop's root, never with nothing in it. */
export function SearchForm({ text = "", fieldId }: SearchFormProps) {
  const { t } = useLocale();
  return (
    <form className="search-form line-form" role="search" method="get" action={routes.home()}>
      <input
        className="search-field"
        id={fieldId}
        type="search"
        name="s"
        required
        defaultValue={text}
        placeholder={t("shell.search.label")}
        aria-label={t("shell.search.label")}
        autoComplete="off"
        enterKeyHint="search"
      />
      <input type="hidden" name="post_type" value="product" />
      <button className="search-submit" type="submit">
        {t("shell.search.submit")}
      </button>
    </form>
  );
}
