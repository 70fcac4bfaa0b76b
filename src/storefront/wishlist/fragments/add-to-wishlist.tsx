import { createContext, useContext } from "react";
import { routes } from "#routes";
import type { ProductType } from "#shop/catalogue/product.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { keepsSeveral } from "#shop/wishlist/wishlist.rules.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/**
 * The action of a product's button: adds the product or, once it is in a list, removes the item or opens the list; `sign in`
 * where guests cannot keep lists.
 */
export type HeartState = { is: "button" | "added" | "browse" | "sign in" } | { is: "remove"; itemId: string };

/** The shop's settings that decide about buttons on the page. */
export interface HeartTerms {
  /** False where guests cannot keep lists and the visitor is one. */
  isAllowed: boolean;
  /** Whether the visitor can keep more than one list. */
  keepsSeveral: boolean;
}

/** Returns the terms for a visitor. */
export function heartTerms(
  { wishlist_guests: guests, wishlist_multiple: multiple }: Pick<Settings, "wishlist_guests" | "wishlist_multiple">,
  isSignedIn: boolean,
): HeartTerms {
  return { isAllowed: isSignedIn || guests === "yes", keepsSeveral: keepsSeveral(multiple, isSignedIn) };
}

/** The terms of the page's buttons. */
export const HeartContext = createContext<HeartTerms>({ isAllowed: true, keepsSeveral: false });

export interface AddToWishlistProps {
  /** The product or the chosen variation. */
  productId: number;
  /** The variation's product; 0 for a product. */
  parentId?: number;
  type: ProductType;
  name: string;
  /** True on the product's own page and in the quick checkout. */
  isSingle?: boolean;
  /** Default: the button that adds it, as on all cached pages. */
  state?: HeartState;
  /** Whether the product is in one of the visitor's lists. */
  isWished?: boolean;
  /** For the action add_to_wishlist or remove_from_wishlist; none on cached pages. */
  nonce?: string;
}

/** Returns the classes that scripts build the fragment's key from. */
function classesOf({ productId, isSingle, isWished }: AddToWishlistProps): string {
  const parts = [
    `yith-wcwl-add-to-wishlist add-to-wishlist-${productId} yith-wcwl-add-to-wishlist--link-style`,
    isWished && "exists",
    isSingle && "yith-wcwl-add-to-wishlist--single",
    "wishlist-fragment on-first-load",
  ];
  return parts.filter(Boolean).join(" ");
}

/** Returns the options that scripts send to get the button again. Source: wire notes 1.5. */
function useOptions({ productId, parentId = 0, type, isSingle = false, isWished = false }: AddToWishlistProps): string {
  const { t } = useLocale();
  const { isAllowed, keepsSeveral } = useContext(HeartContext);
  return JSON.stringify({
    base_url: "",
    product_id: productId,
    parent_product_id: parentId || productId,
    product_type: type,
    is_single: isSingle,
    in_default_wishlist: isWished,
    show_view: isSingle,
    browse_wishlist_text: t("wishlist.browse"),
    already_in_wishslist_text: t("wishlist.exists"),
    product_added_text: t("wishlist.added"),
    available_multi_wishlist: keepsSeveral,
    disable_wishlist: !isAllowed,
    show_count: false,
    ajax_loading: false,
    loop_position: "after_add_to_cart",
    item: "add_to_wishlist",
  });
}

/** Renders the link that adds the product. */
function AddLink({ productId, parentId = 0, type, name, nonce }: AddToWishlistProps) {
  const { t } = useLocale();
  return (
    <a
      className="add_to_wishlist single_add_to_wishlist heart"
      href={routes.addToWishlist(productId, nonce)}
      data-product-id={productId}
      data-product-type={type}
      data-original-product-id={parentId}
      data-title={t("wishlist.add")}
      rel="nofollow"
      aria-label={t("wishlist.addOf", { name })}
    >
      <Icon name="heart" />
    </a>
  );
}

function RemoveLink({ itemId, ...props }: AddToWishlistProps & { itemId: string }) {
  const { t } = useLocale();
  return (
    <a
      className="delete_item heart"
      href={routes.removeFromWishlist(props.productId, props.nonce)}
      data-item-id={itemId}
      data-product-id={props.productId}
      data-original-product-id={props.parentId ?? 0}
      data-title={t("wishlist.remove")}
      rel="nofollow"
      aria-label={t("wishlist.removeOf", { name: props.name })}
      data-label={t("wishlist.addOf", { name: props.name })}
    >
      <Icon name="heart" />
    </a>
  );
}

/** Renders the link to the wishlist in place of the button. */
function BrowseLink({ productId, parentId = 0, isNew }: AddToWishlistProps & { isNew: boolean }) {
  const { t } = useLocale();
  return (
    <div
      className={isNew ? "yith-wcwl-wishlistaddedbrowse" : "yith-wcwl-wishlistexistsbrowse"}
      data-product-id={productId}
      data-original-product-id={parentId}
    >
      <span className="feedback vh">{t(isNew ? "wishlist.added" : "wishlist.exists")}</span>
      <a
        className="heart"
        href={routes.wishlist()}
        rel="nofollow"
        data-title={t("wishlist.browse")}
        aria-label={t("wishlist.browse")}
      >
        <Icon name="heart" />
      </a>
    </div>
  );
}

function SignInLink({ productId, name }: AddToWishlistProps) {
  const { t } = useLocale();
  return (
    <a
      className="disabled_item heart"
      href={routes.signInForWishlist(productId)}
      rel="nofollow"
      data-title={t("wishlist.add")}
      aria-label={t("wishlist.signIn", { name })}
    >
      <Icon name="heart" />
    </a>
  );
}

function Content(props: AddToWishlistProps & { state: HeartState }) {
  const { state } = props;
  if (state.is === "added" || state.is === "browse") return <BrowseLink {...props} isNew={state.is === "added"} />;
  return (
    <div className="yith-wcwl-add-button">
      {state.is === "remove" && <RemoveLink {...props} itemId={state.itemId} />}
      {state.is === "sign in" && <SignInLink {...props} />}
      {state.is === "button" && <AddLink {...props} />}
    </div>
  );
}

/**
 * Renders the heart of a product: the button that adds it to the wishlist. Replaces the element with the same classes.
 * Source: wire notes 1.5 and 1.7.
 */
export function AddToWishlist(props: AddToWishlistProps) {
  const { isAllowed } = useContext(HeartContext);
  const { productId, state = { is: isAllowed ? "button" : "sign in" } } = props;
  return (
    <div className={classesOf(props)} data-fragment-ref={productId} data-fragment-options={useOptions(props)}>
      <Content {...props} state={state} />
    </div>
  );
}
