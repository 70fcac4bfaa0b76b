/** Calls `read` after the next frame, when reading sizes and positions does not make the browser compute them once more. */
export function afterLayout(read: () => void): void {
  requestAnimationFrame(() => setTimeout(read));
}
