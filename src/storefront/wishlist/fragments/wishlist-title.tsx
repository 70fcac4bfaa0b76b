import { routes } from "#routes";
import { maxNameLength } from "#shop/wishlist/wishlist.rules.ts";
import type { ViewedWishlist } from "#shop/wishlist/wishlist.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { PrivacySelect } from "../client/privacy-fields.tsx";
import { privacyFormId, titleFormId } from "./wishlist-dialogs.tsx";
import { listHref, nameOf, type WishlistView } from "./wishlist-view.ts";

interface TitleProps {
  view: WishlistView;
}

/** Renders the fields that rename the list; they belong to a form of their own, so that Enter saves the name. */
function TitleForm({ name }: { name: string }) {
  const { t } = useLocale();
  return (
    <div className="hidden-title-form">
      <input
        className="input"
        type="text"
        name="wishlist_name"
        defaultValue={name}
        required
        aria-describedby="wishlist-name-fault"
        form={titleFormId}
        aria-label={t("wishlist.name")}
        autoComplete="off"
      />
      <div className="edit-title-buttons">
        <button type="button" className="hide-title-form x needs-scripts" aria-label={t("wishlist.cancel")}>
          <Icon name="x" isSmall />
        </button>
        <button
          className="save-title-form x"
          form={titleFormId}
          name="save_title"
          value="1"
          aria-label={t("wishlist.saveName")}
        >
          <Icon name="check" isSmall />
        </button>
      </div>
      <p
        className="err"
        id="wishlist-name-fault"
        role="alert"
        hidden
        data-missing={t("wishlist.nameMissing")}
        data-long={t("wishlist.nameTooLong", { most: maxNameLength })}
      >
        <Icon name="alert" isSmall />
        <span />
      </p>
    </div>
  );
}

/** Renders the choice of who can see the list. It belongs to a form of its own; without scripts it has a button. */
function PrivacyField({ list }: { list: ViewedWishlist }) {
  const { t } = useLocale();
  return (
    <div className="wl-privacy-field" data-wishlist-id={list.id}>
      <div className="field">
        <label htmlFor="wishlist-privacy">{t("wishlist.privacy")}</label>
        <PrivacySelect
          id="wishlist-privacy"
          name={`wishlist_options[${list.id}][wishlist_privacy]`}
          privacy={list.privacy}
          form={privacyFormId}
        />
      </div>
      <Button type="submit" look="line" isSmall form={privacyFormId} className="save-privacy">
        {t("wishlist.savePrivacy")}
      </Button>
    </div>
  );
}

/** Renders the name of the list and, for its owner, how it is renamed and who can see it. */
export function WishlistTitle({ view }: TitleProps) {
  const { t } = useLocale();
  const { list, hasInteractions } = view;
  const name = nameOf(list, t);
  const canEdit = hasInteractions && list !== null;
  const isGrid = view.layout === "images_grid";
  const other = isGrid ? "traditional" : "images_grid";
  return (
    <div className="wl-head">
      <div className="wishlist-title-container">
        <div className={`wishlist-title${canEdit ? " wishlist-title-with-form" : ""}`}>
          <h2>{name}</h2>
          {canEdit && (
            <button type="button" className="show-title-form x needs-scripts" aria-label={t("wishlist.rename")}>
              <Icon name="pen" isSmall />
            </button>
          )}
        </div>
        {canEdit && <TitleForm name={view.refusedTitle?.typed.wishlist_name ?? name} />}
      </div>
      {view.rows.length > 0 && (
        <div className="wl-tools">
          {canEdit && <PrivacyField list={list} />}
          <Button href={listHref(view, view.page, other)} look="line" isSmall className="wl-layout" rel="nofollow">
            <Icon name={isGrid ? "menu" : "grid"} isSmall />
            {t(isGrid ? "wishlist.table" : "wishlist.grid")}
          </Button>
          {list && (
            <Button href={routes.wishlistPrint(list.token)} look="line" isSmall>
              {t("wishlist.print")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
