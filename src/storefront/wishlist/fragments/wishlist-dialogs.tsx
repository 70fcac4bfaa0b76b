import { routes } from "#routes";
import { maxNameLength, numberOf, privacies } from "#shop/wishlist/wishlist.rules.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { listHref, nameOf, type WishlistView } from "./wishlist-view.ts";

/** Ids of the forms and dialogs that belong to a list's form but cannot be inside of it. */
export const titleFormId = "wishlist-title-form";
export const privacyFormId = "wishlist-privacy-form";
export const estimateId = "ask_an_estimate_popup";
const moveId = "move_to_another_wishlist";

interface DialogProps {
  view: WishlistView;
}

/** Renders the choice of who can see a new list, as radio buttons. */
export function PrivacyChoice() {
  const { t } = useLocale();
  return (
    <fieldset className="wl-privacy">
      <legend>{t("wishlist.privacy")}</legend>
      {privacies.map((privacy) => (
        <label key={privacy} className="choice">
          <input
            type="radio"
            className="wishlist-visibility"
            name="wishlist_visibility"
            value={numberOf(privacy)}
            defaultChecked={privacy === "shared"}
          />
          <span>
            {t(`wishlist.privacy.${privacy}`)} <small className="muted">{t(`wishlist.createHint.${privacy}`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Renders the form that asks the shop for an estimate: a dialog with scripts, without them a section that the button
 * leads to.
 */
function EstimateDialog({ view }: DialogProps) {
  const { t } = useLocale();
  const { list, nonces } = view;
  if (!view.hasEstimate || !view.hasInteractions || !list || !nonces) return null;
  return (
    <section id={estimateId} className="yith-wcwl-popup wl-dialog" aria-labelledby="estimate-title">
      <form className="wishlist-ask-an-estimate-popup" action={listHref(view)} method="post">
        <div className="yith-wcwl-popup-content">
          <h2 id="estimate-title">{t("wishlist.estimate")}</h2>
          <p className="popup-description muted">{t("wishlist.estimateText")}</p>
          {!view.isSignedIn && (
            <Field
              name="reply_email"
              type="email"
              label={t("wishlist.estimateEmail")}
              isRequired
              autoComplete="email"
            />
          )}
          <Field
            name="additional_notes"
            kind="textarea"
            label={t("wishlist.estimateNotes")}
            showsOptional
            maxLength={2000}
          />
        </div>
        <div className="yith-wcwl-popup-footer">
          <Button type="submit" className="ask-an-estimate-button-popup">
            {t("wishlist.estimateSend")}
          </Button>
        </div>
        <input type="hidden" name="ask_an_estimate" value={list.token} />
        <input type="hidden" name="estimate_nonce" value={nonces.estimate} />
      </form>
    </section>
  );
}

/** Renders the dialog that moves a product to another list; only scripts open it. */
function MoveDialog({ view }: DialogProps) {
  const { t } = useLocale();
  const { list } = view;
  if (!view.hasInteractions || !view.keepsSeveral || !list) return null;
  return (
    <dialog id={moveId} className="yith-wcwl-popup wl-dialog" aria-labelledby="move-title">
      <form className="yith-wcwl-popup-form" method="dialog">
        <div className="yith-wcwl-popup-content">
          <h2 id="move-title">{t("wishlist.moveTitle")}</h2>
          <Field
            name="new_wishlist_id"
            kind="select"
            label={t("wishlist.moveTo")}
            options={[
              ...view.otherLists.map((other) => ({ value: other.token, label: nameOf(other, t) })),
              { value: "new", label: t("wishlist.moveNew") },
            ]}
          >
            {(control) => (
              <select {...control} className="select wishlist-select">
                {view.otherLists.map((other) => (
                  <option key={other.id} value={other.token}>
                    {nameOf(other, t)}
                  </option>
                ))}
                <option value="new">{t("wishlist.moveNew")}</option>
              </select>
            )}
          </Field>
          <div className="new-wishlist">
            <Field name="wishlist_name" id="new_wishlist_name" label={t("wishlist.name")} maxLength={maxNameLength}>
              {(control) => (
                <input {...control} type="text" className="input wishlist-name" maxLength={maxNameLength} />
              )}
            </Field>
            <PrivacyChoice />
          </div>
        </div>
        <div className="yith-wcwl-popup-footer">
          <Button className="move_to_wishlist" data-origin-wishlist-id={list.token} data-product-id="">
            {t("wishlist.moveDone")}
          </Button>
          <Button type="submit" look="line" formNoValidate>
            {t("wishlist.cancel")}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

/** Renders the forms that the fields of the list's title belong to. */
function OuterForms({ view }: DialogProps) {
  const { list, nonces } = view;
  if (!view.hasInteractions || !list || !nonces) return null;
  return (
    <>
      <form id={titleFormId} action={listHref(view)} method="post">
        <input type="hidden" name="yith_wcwl_edit_wishlist" value={nonces.edit} />
        <input type="hidden" name="wishlist_id" value={list.token} />
      </form>
      <form id={privacyFormId} action={routes.manageWishlists()} method="post">
        <input type="hidden" name="yith_wcwl_manage" value={nonces.manage} />
        <input type="hidden" name="_wp_http_referer" value={listHref(view)} />
      </form>
    </>
  );
}

/** Renders the forms and dialogs that follow a list's form. They stay when a script replaces the form. */
export function WishlistDialogs({ view }: DialogProps) {
  return (
    <>
      <OuterForms view={view} />
      <EstimateDialog view={view} />
      <MoveDialog view={view} />
    </>
  );
}
