import { type FunctionComponent, type ReactNode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";

interface HydrationHearer {
  /** The component is there and hears. */
  onReady: () => void;
  /** The component failed, now or later, and the HTML of the server has taken its place again. */
  onError: (error: unknown) => void;
}

/** Tells when the component is there. */
function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady, [onReady]);
  return children;
}

/**
 * Wakes HTML that the server rendered from a component with the same props.
 * @returns what puts the HTML of the server in the component's place.
 */
export function hydrate<Props extends object>(
  container: HTMLElement,
  Component: FunctionComponent<Props>,
  props: Props,
  { onReady, onError }: HydrationHearer,
): () => void {
  const html = container.innerHTML;
  const content = (
    <Ready onReady={onReady}>
      <Component {...props} />
    </Ready>
  );
  const unmount = () => {
    root.unmount();
    container.innerHTML = html;
  };
  const root = hydrateRoot(container, content, {
    onUncaughtError: (error) =>
      queueMicrotask(() => {
        unmount();
        onError(error);
      }),
  });
  return unmount;
}
