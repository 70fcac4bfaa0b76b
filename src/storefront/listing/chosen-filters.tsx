import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

interface ChosenFiltersProps {
  chosen: readonly { label: string; href: string }[];
  /** The listing without filters. */
  clearHref: string;
}

/** Renders the active filters, each with a link that removes it. */
export function ChosenFilters({ chosen, clearHref }: ChosenFiltersProps) {
  const { t } = useLocale();
  if (chosen.length === 0) return null;
  return (
    <div className="chips">
      <ul role="list" aria-label={t("catalogue.filter.chosen")}>
        {chosen.map(({ label, href }) => (
          <li key={label}>
            <a className="chip" href={href} aria-label={t("catalogue.filter.remove", { label })}>
              {label}
              <Icon name="x" isSmall />
            </a>
          </li>
        ))}
      </ul>
      <a className="link link--quiet" href={clearHref}>
        {t("catalogue.filter.clearAll")}
      </a>
    </div>
  );
}
