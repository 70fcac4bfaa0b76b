/** Returns the HTML of a button's line icon. @param path its lines, on 24 by 24 */
export function icon(path: string): string {
  return `<svg class="lightbox-icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
}
