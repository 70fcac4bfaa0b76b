import { type FunctionComponent, type ReactNode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";

/** Tells when the component is there and hears. */
function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady, [onReady]);
  return children;
}

/**
 * Wakes HTML that the server rendered from a component with the same props. Should the component fail, then or later, the
 * HTML of the server takes its place again.
 * @returns what takes the component out.
 * @throws what the component threw while it was waking.
 */
export function hydrate<Props extends object>(
  container: HTMLElement,
  Component: FunctionComponent<Props>,
  props: Props,
): Promise<() => void> {
  const html = container.innerHTML;
  return new Promise((resolve, reject) => {
    let isReady = false;
    const onReady = () => {
      isReady = true;
      resolve(() => root.unmount());
    };
    const onUncaughtError = (error: unknown) => {
      if (isReady) console.error(`The island "${container.getAttribute("name")}" went back to sleep`, error);
      reject(error instanceof Error ? error : new Error(String(error)));
      queueMicrotask(() => {
        root.unmount();
        container.innerHTML = html;
        container.removeAttribute("awake");
      });
    };
    const content = (
      <Ready onReady={onReady}>
        <Component {...props} />
      </Ready>
    );
    const options = { onUncaughtError };
    const root = container.hasChildNodes() ? hydrateRoot(container, content, options) : createRoot(container, options);
    if (!container.hasChildNodes()) root.render(content);
  });
}
