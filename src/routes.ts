/**
 * Every URL of the shop, by name. Server, pages, browser code and tests build their links here; `routes.test.ts` pins
 * the whole list. Paths are site-relative; segments are encoded here.
 */
const segments = (path: string) => (/^[\w./-]*$/.test(path) ? path : path.split("/").map(encodeURIComponent).join("/"));
const query = (parameters: Record<string, string | number>) =>
  `?${Object.entries(parameters)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&")}`;

/** Id of the search page's input, used as a URL fragment. */
export const searchFieldId = "search-field";

/** The URLs that the client code needs: it contains no others. */
export const clientRoutes = {
  /** Search suggestions for a partly typed text, as JSON. */
  suggest: (text = "") => `/chowk/suggest${text && `?q=${encodeURIComponent(text)}`}`,
  cart: () => "/cart/",
  checkout: () => "/checkout/",
  wishlist: () => "/wishlist/",
  shopCall: (endpoint: string) => `/?wc-ajax=${endpoint}`,
  siteCall: () => "/wp-admin/admin-ajax.php",
  /** Cards of the products that the visitor has seen, as HTML. @param productId the page's product, which is left out */
  recentlyViewed: (productId: number) => `/chowk/recently-viewed?product=${productId}`,
  /** Personal data for public pages (notices, wishes), in one uncached response. */
  visitorState: () => "/chowk/visitor",
  /** The dialog that adds a product to one of several wishlists, as HTML. */
  wishlistDialog: () => "/chowk/wishlist-dialog",
} as const;

/** URL patterns with parameters, for the router; `routes` builds the URLs. */
export const patterns = {
  shopPage: "/shop/page/:page/",
  category: "/product-category/*",
  productTag: "/product-tag/*",
  product: "/product/:slug/",
  productReviews: "/product/:slug/comment-page-:page/",
  blogPage: "/blog/page/:page/",
  articleCategory: "/category/:slug/",
  articleTag: "/tag/:slug/",
  author: "/author/:slug/",
  year: "/:year(^\\d{4}$)/",
  month: "/:year(^\\d{4}$)/:month(^\\d{2}$)/",
  article: "/:slug/",
  articleComments: "/:slug/comment-page-:page/",
  articleCommentFeed: "/:slug/feed/",
  recentlyViewed: "/chowk/recently-viewed",
  orderReceived: "/checkout/order-received/:id/",
  editAddress: "/my-account/edit-address/:kind/",
  viewOrder: "/my-account/view-order/:id/",
  restRoute: "/wp-json/*",
  formSchema: "/wp-json/contact-form-7/v1/contact-forms/:id/feedback/schema",
  formFeedback: "/wp-json/contact-form-7/v1/contact-forms/:id/feedback",
  formRefill: "/wp-json/contact-form-7/v1/contact-forms/:id/refill",
  captcha: "/chowk/captcha/:colours/:id.png",
  messageFile: "/chowk/message-files/:id/:position",
  reviewPicture: "/chowk/review-pictures/:id",
  downloadFile: "/chowk/downloads/:id",
  orderDownloads: "/order-downloads/:id/",
  sitemapPart: "/sitemap-:kind-:page.xml",
  media: "/media/*",
  sharePicture: "/share/:file",
  wishlistPage: "/wishlist/page/:page/",
  wishlistView: "/wishlist/view/:token/",
  wishlistQr: "/wishlist/view/:token/qr.svg",
  wishlistViewPage: "/wishlist/view/:token/page/:page/",
  wishlistOfUser: "/wishlist/user/:id/",
  wishlistOfUserPage: "/wishlist/user/:id/page/:page/",
  wishlistSearch: "/wishlist/search/:text/",
} as const;

const pageOf = (list: string, page: number) => (page > 1 ? `${list}page/${page}/` : list);

const listQuery = (page: number, layout: string) =>
  page > 1 || layout ? query({ ...(page > 1 && { paged: page }), ...(layout && { layout }) }) : "";

export const routes = {
  ...clientRoutes,
  home: () => "/",
  shop: (page = 1) => (page > 1 ? `/shop/page/${page}/` : "/shop/"),
  /** `path` is the category's slugs from the root, joined by "/". */
  category: (path: string, page = 1) => `/product-category/${segments(path)}/${page > 1 ? `page/${page}/` : ""}`,
  productTag: (slug: string, page = 1) => `/product-tag/${encodeURIComponent(slug)}/${page > 1 ? `page/${page}/` : ""}`,
  product: (slug: string) => `/product/${encodeURIComponent(slug)}/`,
  /** The product page with these attribute values selected, by attribute slug; "" for none. */
  productChoice: (slug: string, chosen: Readonly<Record<string, string>>) => {
    const values = Object.entries(chosen).filter(([, value]) => value !== "");
    const parameters = Object.fromEntries(values.map(([name, value]) => [`attribute_${name}`, value]));
    return `/product/${encodeURIComponent(slug)}/${values.length > 0 ? query(parameters) : ""}`;
  },
  /** The product page with none of these attributes (slugs) selected, not even by default. */
  productUnchosen: (slug: string, attributes: readonly string[]) => {
    const parameters = Object.fromEntries(attributes.map((name) => [`attribute_${name}`, ""]));
    return `/product/${encodeURIComponent(slug)}/${attributes.length > 0 ? query(parameters) : ""}`;
  },
  /** The product page with a page of its reviews, scrolled to them. @param order "" for the newest first */
  productReviews: (slug: string, page: number, order = "", stars: number | null = null) => {
    const selected = { ...(order && { reviews_order: order }), ...(stars !== null && { reviews_stars: stars }) };
    const path = `/product/${encodeURIComponent(slug)}/${page > 1 ? `comment-page-${page}/` : ""}`;
    return `${path}${order || stars !== null ? query(selected) : ""}#comments`;
  },
  /** The product page with a page of its questions, scrolled to them. */
  productQuestions: (slug: string, page: number) =>
    `/product/${encodeURIComponent(slug)}/${page > 1 ? query({ questions_page: page }) : ""}#questions`,
  /** The product page, scrolled to one of its reviews or questions, which is on this page of them. */
  productComment: (slug: string, id: number, { page = 1, isQuestion = false, moderationHash = "" } = {}) => {
    const path = `/product/${encodeURIComponent(slug)}/${page > 1 && !isQuestion ? `comment-page-${page}/` : ""}`;
    const parameters = {
      ...(page > 1 && isQuestion && { questions_page: page }),
      ...(moderationHash && { unapproved: id, "moderation-hash": moderationHash }),
    };
    return `${path}${Object.keys(parameters).length > 0 ? query(parameters) : ""}#comment-${id}`;
  },
  /** The product page, scrolled to the form for reviews. */
  writeReview: (slug: string) => `/product/${encodeURIComponent(slug)}/#review_form_wrapper`,
  blog: (page = 1) => pageOf("/blog/", page),
  articleCategory: (slug: string, page = 1) => pageOf(`/category/${encodeURIComponent(slug)}/`, page),
  articleTag: (slug: string, page = 1) => pageOf(`/tag/${encodeURIComponent(slug)}/`, page),
  author: (slug: string, page = 1) => pageOf(`/author/${encodeURIComponent(slug)}/`, page),
  year: (year: number, page = 1) => pageOf(`/${String(year).padStart(4, "0")}/`, page),
  /** The posts of a month; months count from 1. */
  month: (year: number, month: number, page = 1) => pageOf(`/${year}/${String(month).padStart(2, "0")}/`, page),
  /** Posts and pages live at the root of the site. */
  article: (slug: string) => `/${encodeURIComponent(slug)}/`,
  /** An article with a page of its comments, scrolled to them. */
  articleComments: (slug: string, page: number) =>
    `/${encodeURIComponent(slug)}/${page > 1 ? `comment-page-${page}/` : ""}#comments`,
  /** An article, scrolled to one of its comments, which is on this page of them. */
  articleComment: (slug: string, id: number, { page = 1, moderationHash = "" } = {}) => {
    const unapproved = moderationHash ? query({ unapproved: id, "moderation-hash": moderationHash }) : "";
    return `/${encodeURIComponent(slug)}/${page > 1 ? `comment-page-${page}/` : ""}${unapproved}#comment-${id}`;
  },
  search: (text: string) => `/${query({ s: text, post_type: "product" })}`,
  /** The articles or pages that a search finds. */
  searchArticles: (type: "post" | "page", text: string, page = 1) =>
    `/${query({ s: text, post_type: type, ...(page > 1 && { paged: page }) })}`,
  /** Search results without corrected typos. */
  searchAsTyped: (text: string) => `/${query({ s: text, post_type: "product", exact: "1" })}`,
  /** The search page with its input focused. */
  searchField: () => `/${query({ s: "", post_type: "product" })}#${searchFieldId}`,
  orderReceived: (id: number, key: string) => `/checkout/order-received/${id}/${query({ key })}`,
  /** The same without its key, which only the buyer's own session can open. */
  ownOrderReceived: (id: number) => `/checkout/order-received/${id}/?own`,
  account: () => "/my-account/",
  /** The account page, which redirects to `path` after sign-in. */
  signIn: (path: string) => `/my-account/${query({ redirect_to: path })}`,
  /** The newest orders of the account, or those before or after the order with an id. */
  accountOrders: (from: { before?: number } | { after: number } = {}) =>
    `/my-account/orders/${Object.keys(from).length > 0 ? query(from) : ""}`,
  viewOrder: (id: number) => `/my-account/view-order/${id}/`,
  accountDownloads: () => "/my-account/downloads/",
  editAccount: () => "/my-account/edit-account/",
  addresses: () => "/my-account/edit-address/",
  editAddress: (kind: "billing" | "shipping") => `/my-account/edit-address/${kind}/`,
  /** All personal data of the signed-in user, as a download. */
  exportAccount: () => "/my-account/export/",
  secondFactor: () => "/my-account/second-factor/",
  passkeys: () => "/my-account/passkeys/",
  applicationPasswords: () => "/my-account/application-passwords/",
  /** The sign-in's page for the code; redirects to `redirect_to` afterwards. */
  signInCode: (asked: { redirect_to?: string; rememberme?: string } = {}) =>
    `/my-account/code/${Object.keys(asked).length > 0 ? query(asked) : ""}`,
  deleteAccount: () => "/my-account/delete-account/",
  /** `customer-logout` without a nonce asks for confirmation first. */
  signOut: (nonce = "") => `/my-account/customer-logout/${nonce && query({ _wpnonce: nonce })}`,
  lostPassword: () => "/my-account/lost-password/",
  resetLinkSent: () => `/my-account/lost-password/${query({ "reset-link-sent": "true" })}`,
  resetForm: () => `/my-account/lost-password/${query({ "show-reset-form": "true" })}`,
  resetPassword: (token: string) => `/my-account/lost-password/${query({ token })}`,
  confirmAccount: (token = "") => `/my-account/confirm/${token && query({ token })}`,
  confirmEmail: (token = "") => `/my-account/confirm-email/${token && query({ token })}`,
  /** The page of a mailed link that confirms an address for mails about wished products. */
  confirmWishlistAlerts: (token: string) => `/wishlist/alerts/${query({ confirm: token })}`,
  /** The page, and the one-click address, that ends such mails. */
  stopWishlistAlerts: (token: string) => `/wishlist/alerts/${query({ stop: token })}`,
  /** The page with the newsletter's form. */
  newsletter: () => "/newsletter/",
  /** The page that mails a link to the preferences of the newsletter. */
  findNewsletter: () => "/newsletter/?find",
  /** The page of a mailed link that confirms an address for the newsletter. */
  confirmNewsletter: (token: string) => `/newsletter/${query({ confirm: token })}`,
  /** The page with the preferences of a subscriber. */
  newsletterPreferences: (token: string) => `/newsletter/${query({ preferences: token })}`,
  /** The page, and the one-click address, that ends the newsletter. */
  stopNewsletter: (token: string) => `/newsletter/${query({ stop: token })}`,
  /** The page of the links in marketing mails that the shop sends by itself. */
  marketing: () => "/mails/",
  /** The page, and the one-click address, that ends such mails. */
  stopMarketing: (token: string) => `/mails/${query({ stop: token })}`,
  /** The page that restores the cart of a reminder. */
  restoreCart: (token: string) => `/mails/${query({ cart: token })}`,
  privacyChoices: () => "/privacy-choices/",
  wishlistAlerts: () => "/wishlist/alerts/",
  /** Moves a cart line into the default wishlist. */
  saveForLater: (lineKey: string, nonce: string) => `/cart/${query({ save_for_later: lineKey, _wpnonce: nonce })}`,
  /** Moves a wishlist's item into the cart. */
  moveToCart: (itemId: number | string, nonce: string) =>
    `/wishlist/${query({ move_to_cart: itemId, _wpnonce: nonce })}`,
  /** The visitor's default list. */
  wishlist: (page = 1, layout = "") => `${clientRoutes.wishlist()}${listQuery(page, layout)}`,
  wishlistView: (token: string, page = 1, layout = "") =>
    `/wishlist/view/${encodeURIComponent(token)}/${listQuery(page, layout)}`,
  /** The QR code of a list's link, as a picture. */
  wishlistQr: (token: string) => `/wishlist/view/${encodeURIComponent(token)}/qr.svg`,
  /** A whole list on one page, for paper. */
  wishlistPrint: (token: string) => `/wishlist/view/${encodeURIComponent(token)}/?print`,
  /** A user's default list, if it is public. */
  wishlistOfUser: (userId: number) => `/wishlist/user/${userId}/`,
  manageWishlists: () => "/wishlist/manage/",
  createWishlist: () => "/wishlist/create/",
  searchWishlists: (text = "") => `/wishlist/search/${text && `${encodeURIComponent(text)}/`}`,
  deleteWishlist: (id: number, nonce: string) =>
    `/wishlist/manage/${query({ wishlist_id: id, yith_wcwl_delete: nonce })}`,
  /** Page parameters, on any page; buttons on cached pages have no nonce. */
  addToWishlist: (productId: number, nonce = "") =>
    query({ add_to_wishlist: productId, ...(nonce && { _wpnonce: nonce }) }),
  removeFromWishlist: (productId: number, nonce = "", wishlistId?: number | string) =>
    query({
      remove_from_wishlist: productId,
      ...(wishlistId !== undefined && { wishlist_id: wishlistId }),
      ...(nonce && { _wpnonce: nonce }),
    }),
  /** Page parameters: adds a product to the list that it was removed from. */
  wishAgain: (item: { productId: number; wishlistId: number; quantity: number; nonce: string }) =>
    query({
      add_to_wishlist: item.productId,
      wishlist_id: item.wishlistId,
      quantity: item.quantity,
      _wpnonce: item.nonce,
    }),
  /** Page parameter: adds a wished product to the cart. @param wishlistId the own list that it then leaves */
  addWishedToCart: (productId: number, quantity: number | string, wishlistId?: number | string) =>
    query({
      "add-to-cart": productId,
      quantity,
      ...(wishlistId !== undefined && {
        remove_from_wishlist_after_add_to_cart: productId,
        wishlist_id: wishlistId,
      }),
    }),
  /** Asks a guest to sign in and adds the product afterwards, where guests cannot keep wishlists. */
  signInForWishlist: (productId: number) =>
    `/my-account/${query({ wishlist_notice: "true", add_to_wishlist: productId })}`,
  /** Page parameter: adds the product, on any page. */
  addToCart: (productId: number) => query({ "add-to-cart": productId }),
  removeFromCart: (lineKey: string, nonce: string) => `/cart/${query({ remove_item: lineKey, _wpnonce: nonce })}`,
  removeCoupon: (code: string) => `/cart/${query({ remove_coupon: code })}`,
  /** @param page the page that shows the restored line; "": the one with the link */
  undoRemove: (lineKey: string, nonce: string, page = "") =>
    `/cart/${query({ undo_item: lineKey, _wpnonce: nonce, ...(page && { _wp_http_referer: page }) })}`,
  /** Root of the REST API. */
  restRoot: () => "/wp-json/",
  restUser: (id: number) => `/wp-json/wp/v2/users/${id}`,
  formSchema: (id: number) => `/wp-json/contact-form-7/v1/contact-forms/${id}/feedback/schema`,
  formFeedback: (id: number) => `/wp-json/contact-form-7/v1/contact-forms/${id}/feedback`,
  formRefill: (id: number) => `/wp-json/contact-form-7/v1/contact-forms/${id}/refill`,
  /** Picture of a captcha, in colours of six hexadecimal digits. Scripts read its id from the end of the address. */
  captcha: (id: number, { foreground, background }: { foreground: string; background: string }) =>
    `/chowk/captcha/${foreground}-${background}/${id}.png`,
  /** A file of a message; `expires` in seconds since 1970. */
  messageFile: (id: number, position: number, expires: number, signature: string) =>
    `/chowk/message-files/${id}/${position}${query({ expires, signature })}`,
  /** A picture of a review that waits for approval; `expires` in seconds since 1970. */
  reviewPicture: (id: number, expires: number, signature: string) =>
    `/chowk/review-pictures/${id}${query({ expires, signature })}`,
  /** A file that an order has bought; `expires` in seconds since 1970. */
  downloadFile: (id: number, expires: number, signature: string) =>
    `/chowk/downloads/${id}${query({ expires, signature })}`,
  /** The page with an order's files and licence keys; `expires` in seconds since 1970. */
  orderDownloads: (orderId: number, expires: number, signature: string) =>
    `/order-downloads/${orderId}/${query({ expires, signature })}`,
  postComment: () => "/wp-comments-post.php",
  /** Takes votes for helpful reviews. */
  voteForReview: () => "/chowk/review-votes",
  asset: (file: string) => `/assets/${file}`,
  media: (file: string) => `/media/${segments(file)}`,
  sharePicture: (file: string) => `/share/${file}`,
  robots: () => "/robots.txt",
  securityText: () => "/.well-known/security.txt",
  llmsText: () => "/llms.txt",
  sitemap: () => "/sitemap.xml",
  sitemapPart: (kind: string, page: number) => `/sitemap-${kind}-${page}.xml`,
  articleFeed: () => "/feed/",
  /** The feed of an archive. @param archive the path of its first page */
  archiveFeed: (archive: string) => `${archive}feed/`,
  commentFeed: () => "/comments/feed/",
  articleCommentFeed: (slug: string) => `/${encodeURIComponent(slug)}/feed/`,
  productFeed: () => "/shop/feed/",
  health: () => "/healthz",
  ready: () => "/readyz",
  metrics: () => "/metrics",
} as const;

/** Returns the first segments of the shop's own addresses: an article with such a slug could not be reached. */
export function reservedSlugs(): Set<string> {
  const callable = Object.values(routes).filter((route) => route.length === 0) as (() => string)[];
  const paths = [...Object.values(patterns), ...callable.map((route) => route()), routes.asset("")];
  return new Set(paths.flatMap((path) => /^\/([\w.-]+)(?:[/?]|$)/.exec(path)?.[1] ?? []));
}

/** Returns the slugs that no page can have. One for the newsletter may exist: the shop's form has its address, and searches find it. */
export function reservedPageSlugs(): Set<string> {
  const slugs = reservedSlugs();
  slugs.delete(routes.newsletter().replaceAll("/", ""));
  return slugs;
}

/** Returns the part of a URL pattern before its parameter. */
export function beginningOf(pattern: string): string {
  return pattern.replace(/[:*].*/, "");
}

/**
 * Parameters that grant access without a sign-in, by the beginning of their pages' paths; most are in mailed links. Neither
 * shared caches nor ours store these pages. A function, so that browser code does not contain the routes.
 */
const secrets = (): readonly (readonly [path: string, ...parameters: string[]])[] => [
  [routes.newsletter(), "confirm", "preferences", "stop"],
  [routes.wishlistAlerts(), "confirm", "stop"],
  [routes.marketing(), "cart", "stop"],
  [routes.lostPassword(), "token"],
  [routes.confirmAccount(), "token"],
  [routes.confirmEmail(), "token"],
  [beginningOf(patterns.orderReceived), "key"],
  [beginningOf(patterns.orderDownloads), "signature"],
  [beginningOf(patterns.downloadFile), "signature"],
  [beginningOf(patterns.messageFile), "signature"],
  [beginningOf(patterns.reviewPicture), "signature"],
];

/** How addresses of wishlists begin. The token that follows grants access without a sign-in. */
const wishlistLinks = () => beginningOf(patterns.wishlistView);

/** Returns a site-relative URL without its query and the token of a wishlist if it contains a secret. */
export function withoutSecret(url: string): string {
  if (!hasSecret(url)) return url;
  const path = url.replace(/\?.*/s, "");
  return decodedPath(path).startsWith(wishlistLinks()) ? wishlistLinks() : path;
}

/** Returns whether a site-relative URL contains a secret, which neither other sites nor statistics may learn. */
export function hasSecret(url: string): boolean {
  const [raw = "", ...queries] = url.split("?");
  const path = decodedPath(raw);
  if (path.startsWith(wishlistLinks())) return true;
  const found = queries.length === 0 ? undefined : secrets().find(([beginning]) => path.startsWith(beginning));
  if (!found) return false;
  const given = new URLSearchParams(queries.join("?"));
  return found.slice(1).some((name) => given.has(name));
}

/** Decodes a path as the router does, only for comparing: `/%77ishlist/` is `/wishlist/`. */
function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // The router refuses it.
    return path;
  }
}
