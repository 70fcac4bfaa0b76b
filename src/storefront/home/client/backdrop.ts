/** Shows a section's background picture, which `noscript` holds, once the section is within 200 px of the window. */
export function startBackdrop(element: HTMLElement, signal: AbortSignal): void {
  const held = element.querySelector("noscript");
  const observer = new IntersectionObserver(
    (entries) => {
      if (!held || !entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      element.innerHTML = held.textContent;
    },
    { rootMargin: "200px 0px" },
  );
  observer.observe(element);
  signal.addEventListener("abort", () => observer.disconnect());
}
