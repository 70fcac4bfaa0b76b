import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/** The round button back to the top; shown by the page's script once a reader is some way down. */
export function ScrollTop() {
  const { t } = useLocale();
  return (
    <a id="ast-scroll-top" className="to-top" href="#top" data-on-devices="both" aria-label={t("shell.toTop")}>
      <Icon name="up" />
    </a>
  );
}
