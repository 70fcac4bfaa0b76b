/** Session storage: how many pop-ups the session has seen. Source: wire notes 13. */
const counterKey = "pisol_sn_counter";

/** Local storage: set once the shopper wants no more pop-ups. */
const dismissedKey = "chowk_no_live_sales";

/** Without storage nothing is counted or remembered. */
function attempt<Answer>(action: () => Answer): Answer | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

export function shownCount(): number {
  return Number(attempt(() => sessionStorage.getItem(counterKey))) || 0;
}

export function noteShown(): void {
  attempt(() => sessionStorage.setItem(counterKey, String(shownCount() + 1)));
}

export function isDismissed(): boolean {
  return attempt(() => localStorage.getItem(dismissedKey)) === "1";
}

export function dismiss(): void {
  attempt(() => localStorage.setItem(dismissedKey, "1"));
}
