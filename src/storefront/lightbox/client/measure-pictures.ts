import type PhotoSwipe from "photoswipe";

/** Shows pictures in the size of their files, which is known once they have loaded. Call before the viewer has started. */
export function measurePictures(viewer: PhotoSwipe): void {
  const known = new Set<object>();
  viewer.on("contentLoad", (event) => {
    const { content } = event;
    const { data } = content;
    if (known.has(data)) return;
    event.preventDefault();
    content.state = "loading";
    const probe = new Image();
    const show = () => {
      known.add(data);
      if (viewer.isOpen && !viewer.isDestroying) viewer.refreshSlideContent(content.index);
    };
    probe.addEventListener("load", () => {
      Object.assign(data, { width: probe.naturalWidth, height: probe.naturalHeight });
      show();
    });
    // The viewer tries again and shows the error.
    probe.addEventListener("error", show);
    probe.src = data.src ?? "";
  });
}
