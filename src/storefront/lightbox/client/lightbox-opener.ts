/**
 * Returns a function that loads the code of a lightbox when a link is clicked, and calls `open` with it; further clicks are
 * ignored meanwhile. If the code cannot be loaded, the link is followed.
 */
export function lightboxOpener<Part>(
  load: () => Promise<Part>,
): (link: HTMLAnchorElement, open: (part: Part) => void) => void {
  let isLoading = false;
  return (link, open) => {
    if (isLoading) return;
    isLoading = true;
    const follow = () => window.location.assign(link.href);
    void load()
      .then(open, follow)
      .finally(() => {
        isLoading = false;
      });
  };
}
