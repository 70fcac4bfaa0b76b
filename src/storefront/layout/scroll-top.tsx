import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/** Renders the round back-to-top button; a script shows it once the page is scrolled. */
export function ScrollTop() {
  const { t } = useLocale();
  return (
    <a id="ast-scroll-top" className="to-top" href="#top" data-on-devices="both" aria-label={t("shell.toTop")}>
      <Icon name="up" />
    </a>
  );
}
