import { Icon, type IconName } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/** Renders a button of the original lightbox, which knows it by its class. */
function OriginalButton({ name, label, icon }: { name: string; label: string; icon: IconName }) {
  return (
    <button type="button" className={`pswp__button pswp__button--${name}`} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}

/**
 * Renders the empty root that the original lightbox script fills and shows. Our own lightbox does not use it. Source: wire notes
 * 4.5.
 */
export function OriginalLightbox({ label }: { label: string }) {
  const { t } = useLocale();
  return (
    <div
      className="pswp"
      id="photoswipe-fullscreen-dialog"
      tabIndex={-1}
      role="dialog"
      aria-modal="true"
      aria-label={label}
      hidden
    >
      <div className="pswp__bg" />
      <div className="pswp__scroll-wrap">
        <div className="pswp__container">
          <div className="pswp__item" />
          <div className="pswp__item" />
          <div className="pswp__item" />
        </div>
        <div className="pswp__ui pswp__ui--hidden">
          <div className="pswp__top-bar">
            <div className="pswp__counter" />
            <OriginalButton name="close" label={t("lightbox.close")} icon="x" />
            <OriginalButton name="fs" label={t("lightbox.fullScreen")} icon="zoom" />
            <OriginalButton name="zoom" label={t("lightbox.zoom")} icon="search" />
            <div className="pswp__preloader" />
          </div>
          <OriginalButton name="arrow--left" label={t("lightbox.previous")} icon="down" />
          <OriginalButton name="arrow--right" label={t("lightbox.next")} icon="down" />
          <div className="pswp__caption">
            <div className="pswp__caption__center" />
          </div>
        </div>
      </div>
    </div>
  );
}
