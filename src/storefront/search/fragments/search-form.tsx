import { routes } from "#routes";
import { useLocale } from "#ui/locale.tsx";

interface SearchFormProps {
  /** The search text. */
  text?: string;
  /** Id of the field, for links that move the focus to it. */
  fieldId?: string;
}

/** Renders the product search: a GET form to the home page's address. The field must not be empty. */
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
