/** What the stylesheet calls the large picture of a product page. */
const sharedName = "product-picture";

/** Puts the names back as the stylesheet has them; a page kept for "back" is shown again as it was left. */
let putBack = () => {};

/**
 * On the way from a card to its product, and back, the card's picture becomes the large one. No card has a name until
 * then: a product may stand on a page twice, and a name may not. Where the browser has no transitions between pages, or
 * the visitor wants none, nothing happens.
 */
export function startPictureTransition(): void {
  addEventListener("pageswap", ({ viewTransition, activation }) => {
    putBack();
    // The next page may want none: that is no error.
    viewTransition?.ready.catch(() => {});
    if (!viewTransition || !activation) return;
    const entry = whereTo(activation);
    if (entry && !isBack(activation)) share(entry.url, viewTransition);
  });
  // A page that is made anew is revealed before this runs: then it is without a shared picture.
  addEventListener("pagereveal", ({ viewTransition }) => {
    putBack();
    // Browsers had this event before they had a history to ask.
    const activation = "navigation" in window ? navigation.activation : null;
    const from = activation?.from?.url;
    if (viewTransition && activation && from && isBack(activation)) share(from, viewTransition);
  });
}

function isBack(activation: NavigationActivation): boolean {
  const { navigationType, from } = activation;
  const entry = whereTo(activation);
  return navigationType === "traverse" && from !== null && entry !== null && entry.index < from.index;
}

/** null, which the types do not tell: the way back to a page that sends its reader on to another. */
function whereTo({ entry }: NavigationActivation): NavigationHistoryEntry | null {
  return entry;
}

/** Gives the name to the picture of the card that leads to this address, and to nothing else. */
function share(url: string | null, { finished }: ViewTransition): void {
  const picture = url === null ? undefined : pictureOfCard(new URL(url).pathname);
  if (!picture) return;
  const large = document.querySelector<HTMLElement>(".wp-post-image");
  large?.style.setProperty("view-transition-name", "none");
  picture.style.setProperty("view-transition-name", sharedName);
  putBack = () => {
    for (const named of [large, picture]) named?.style.removeProperty("view-transition-name");
    putBack = () => {};
  };
  finished.then(putBack, putBack);
}

function pictureOfCard(path: string): HTMLElement | undefined {
  const link = [...document.querySelectorAll<HTMLAnchorElement>(".card-pic")].find(({ pathname }) => pathname === path);
  return link?.querySelector("img") ?? undefined;
}
