/** Returns a signal that aborts once the shopper scrolls or is about to: by wheel, touch, scroll bar or key. */
export function shopperScrolls(): AbortSignal {
  const shopper = new AbortController();
  for (const input of ["wheel", "touchmove", "pointerdown", "keydown"])
    window.addEventListener(input, () => shopper.abort(), { passive: true, signal: shopper.signal });
  return shopper.signal;
}
