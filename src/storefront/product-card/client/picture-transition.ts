/** The `view-transition-name` of a product page's large picture in the style sheet. */
const sharedName = "product-picture";

/**
 * Animates between a card's picture and the large one of the product page, on the way there and back. Only the card in use
 * gets the name, since a page may show a product twice and names must be unique. Does nothing in browsers without transitions
 * between pages, or with reduced motion.
 */
export function startPictureTransition(): void {
  // Restores the names of the style sheet: a page in the back/forward cache is shown again as it was left.
  let restore = () => {};
  const share = (url: string | null, transition: ViewTransition) => {
    const picture = url === null ? undefined : cardPicture(new URL(url).pathname);
    if (!picture) return;
    const large = document.querySelector<HTMLElement>(".wp-post-image");
    large?.style.setProperty("view-transition-name", "none");
    picture.style.setProperty("view-transition-name", sharedName);
    restore = () => {
      for (const named of [large, picture]) named?.style.removeProperty("view-transition-name");
      restore = () => {};
    };
    transition.finished.then(restore, restore);
  };
  addEventListener("pageswap", ({ viewTransition, activation }) => {
    restore();
    // Rejected if the next page opts out, which is no error.
    viewTransition?.ready.catch(() => {});
    if (!viewTransition || !activation) return;
    const entry = entryOf(activation);
    if (entry && !isBack(activation)) share(entry.url, viewTransition);
  });
  // A newly loaded page is revealed before this runs, so the way back shares a picture only from the back/forward cache.
  addEventListener("pagereveal", ({ viewTransition }) => {
    restore();
    // Some browsers have this event but no Navigation API.
    const activation = "navigation" in window ? navigation.activation : null;
    const from = activation?.from?.url;
    if (viewTransition && activation && from && isBack(activation)) share(from, viewTransition);
  });
}

function isBack(activation: NavigationActivation): boolean {
  const { navigationType, from } = activation;
  const entry = entryOf(activation);
  return navigationType === "traverse" && from !== null && entry !== null && entry.index < from.index;
}

/** Returns the entry, which is null when going back to a page that redirects; the DOM types omit that. */
function entryOf({ entry }: NavigationActivation): NavigationHistoryEntry | null {
  return entry;
}

/** Returns the picture of the card that links to this path. */
function cardPicture(path: string): HTMLElement | undefined {
  const link = [...document.querySelectorAll<HTMLAnchorElement>(".card-pic")].find(({ pathname }) => pathname === path);
  return link?.querySelector("img") ?? undefined;
}
