import { routes } from "#routes";
import { maxNameLength } from "#shop/wishlist/wishlist.rules.ts";
import type { Wishlist } from "#shop/wishlist/wishlist.ts";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { PrivacyChoice } from "../client/privacy-fields.tsx";
import { EstimateField, fieldId } from "./estimate-field.tsx";
import { LostEstimate } from "./lost-estimate.tsx";
import { listHref, nameOf, type WishlistView } from "./wishlist-view.ts";

/** Ids of the forms and dialogs that belong to a list's form but cannot be inside of it. */
export const titleFormId = "wishlist-title-form";
export const privacyFormId = "wishlist-privacy-form";
export const estimateId = "ask_an_estimate_popup";
const moveId = "move_to_another_wishlist";

interface DialogProps {
  view: WishlistView;
}

function CloseDialog() {
  const { t } = useLocale();
  return (
    <Button look="line" className="close-dialog needs-scripts">
      {t("wishlist.cancel")}
    </Button>
  );
}

/** Renders the form that asks the shop for an estimate. Without scripts the button leads to it. */
function EstimateDialog({ view }: DialogProps) {
  const { t } = useLocale();
  const { list, nonces, refusedEstimate: refused } = view;
  const typed = refused?.typed ?? {};
  const errorAt = (id: string) => refused?.errors.find(({ controlId }) => controlId === id)?.message;
  if (!view.hasEstimate || !view.hasInteractions || !list || !nonces) return <LostEstimate refused={refused} />;
  return (
    <dialog
      id={estimateId}
      className={refused ? "yith-wcwl-popup wl-dialog is-refused" : "yith-wcwl-popup wl-dialog"}
      aria-labelledby="estimate-title"
    >
      <form className="wishlist-ask-an-estimate-popup" action={listHref(view)} method="post">
        <div className="yith-wcwl-popup-content">
          <h2 id="estimate-title">{t("wishlist.estimate")}</h2>
          <p className="popup-description muted">{t("wishlist.estimateText")}</p>
          <ErrorSummary errors={refused?.errors ?? []} />
          {!view.isSignedIn && (
            <Field
              name="reply_email"
              type="email"
              label={t("wishlist.estimateEmail")}
              isRequired
              autoComplete="email"
              value={typed.reply_email ?? ""}
              error={errorAt("reply_email")}
            />
          )}
          {view.estimateFields.map((field) => (
            <EstimateField
              key={field.name}
              field={field}
              typed={typed[field.name] ?? ""}
              error={errorAt(fieldId(field))}
            />
          ))}
          <Field
            name="additional_notes"
            kind="textarea"
            label={t("wishlist.estimateNotes")}
            value={typed.additional_notes ?? ""}
            showsOptional
            maxLength={2000}
          />
        </div>
        <div className="yith-wcwl-popup-footer">
          <Button type="submit" className="ask-an-estimate-button-popup">
            {t("wishlist.estimateSend")}
          </Button>
          <CloseDialog />
        </div>
        <input type="hidden" name="ask_an_estimate" value={list.token} />
        <input type="hidden" name="estimate_nonce" value={nonces.estimate} />
      </form>
    </dialog>
  );
}

interface ListChoiceProps {
  lists: readonly { value: string; name: string }[];
}

/** Renders the choice of a list, and the fields of a new one. */
function ListChoice({ lists }: ListChoiceProps) {
  const { t } = useLocale();
  return (
    <>
      <Field name="new_wishlist_id" label={t("wishlist.moveTo")}>
        {(control) => (
          <select {...control} className="select wishlist-select">
            {lists.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
            <option value="new">{t("wishlist.moveNew")}</option>
          </select>
        )}
      </Field>
      <div className="new-wishlist">
        <Field name="wishlist_name" id="new_wishlist_name" label={t("wishlist.name")} maxLength={maxNameLength}>
          {(control) => <input {...control} type="text" className="input wishlist-name" maxLength={maxNameLength} />}
        </Field>
        <PrivacyChoice />
      </div>
    </>
  );
}

/** Renders the place of the answer, with a sign for success and one for failure. Source: wire notes 1.6. */
function Feedback() {
  return (
    <div className="yith-wcwl-popup-feedback" tabIndex={-1} hidden>
      <i className="fa fa-check heading-icon" aria-hidden="true">
        <Icon name="check" />
      </i>
      <i className="fa fa-exclamation-triangle heading-icon" aria-hidden="true">
        <Icon name="alert" />
      </i>
      <div className="feedback" />
    </div>
  );
}

interface AddDialogProps {
  lists: readonly Pick<Wishlist, "token" | "name">[];
  /** Href of the style sheet of dialogs. */
  sheet: string;
}

/** Renders the dialog that adds a product to one of the visitor's lists or to a new one. */
export function AddDialog({ lists, sheet }: AddDialogProps) {
  const { t } = useLocale();
  const choices = lists.map((list) => ({ value: list.token, name: nameOf(list, t) }));
  return (
    <dialog className="yith-wcwl-popup wl-dialog" aria-labelledby="add-title" data-sheet={sheet}>
      <Feedback />
      <form className="yith-wcwl-popup-form" method="dialog">
        <div className="yith-wcwl-popup-content">
          <h2 id="add-title">{t("wishlist.add")}</h2>
          <ListChoice lists={choices.length > 0 ? choices : [{ value: "", name: t("wishlist.default") }]} />
        </div>
        <div className="yith-wcwl-popup-footer">
          <Button type="submit">{t("wishlist.addDone")}</Button>
          <CloseDialog />
        </div>
      </form>
    </dialog>
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
          <ListChoice lists={view.otherLists.map((other) => ({ value: other.token, name: nameOf(other, t) }))} />
        </div>
        <div className="yith-wcwl-popup-footer">
          <Button type="submit" className="move_to_wishlist" data-origin-wishlist-id={list.token} data-product-id="">
            {t("wishlist.moveDone")}
          </Button>
          <CloseDialog />
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
