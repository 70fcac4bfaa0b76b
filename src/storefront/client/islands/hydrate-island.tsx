import { hydrateRoot } from "react-dom/client";
import type { IslandData, IslandDefinition, PageState } from "./island.ts";
import { IslandRoot } from "./island-root.tsx";
import { keepFields } from "./keep-fields.ts";

interface Hydration {
  /** Contains the data in a script element, then the element that the component is rendered into. */
  element: HTMLElement;
  island: IslandDefinition<never>;
  page: PageState;
  /** Aborts when the element is removed. */
  signal: AbortSignal;
}

/**
 * Hydrates an island. If its component does not render what the server rendered, or throws now or later, the error is reported
 * and the server's HTML takes its place.
 * @returns once events reach the component or the server's HTML
 */
export function hydrateIsland({ element, island, page, signal }: Hydration): Promise<void> {
  const [script, container] = element.children;
  if (signal.aborted || !script || !container) return Promise.resolve();
  const data = JSON.parse(script.textContent) as IslandData<never>;
  const nodes = [...container.childNodes];
  const html = container.innerHTML;
  const focused = document.activeElement;
  const restoreFields = keepFields(container);
  const { name } = island;
  return new Promise((resolve) => {
    let state: "hydrating" | "ready" | "ended" = "hydrating";
    const end = () => {
      const wasReady = state === "ready";
      if (state === "ended") return;
      state = "ended";
      element.removeAttribute("data-awake");
      root.unmount();
      if (wasReady) container.innerHTML = html;
      else container.replaceChildren(...nodes);
      if (container.contains(focused)) (focused as HTMLElement).focus({ preventScroll: true });
      resolve();
    };
    const fail = (cause: unknown) => {
      reportError(new Error(`The island ${name} failed`, { cause }));
      // React is still at work when it reports an error.
      queueMicrotask(end);
    };
    const onReady = () => {
      if (state !== "hydrating") return;
      state = "ready";
      element.dataset.awake = "";
      // Events dispatched while React runs effects would find it busy.
      queueMicrotask(() => resolve(restoreFields()));
    };
    signal.addEventListener("abort", end);
    const root = hydrateRoot(container, <IslandRoot {...{ island, data, page, onReady }} />, {
      identifierPrefix: name,
      // Later, React has recovered by rendering once more.
      onRecoverableError: (error) => (state === "ready" ? reportError(error) : fail(error)),
      onUncaughtError: fail,
    });
  });
}
