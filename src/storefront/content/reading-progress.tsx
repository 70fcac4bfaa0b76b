/**
 * Renders a bar below the header that grows as the page is scrolled. Browsers with scroll timelines animate it in CSS;
 * for the others a script sets --read between 0 and 1.
 */
export function ReadingProgress() {
  return (
    <div className="progress" aria-hidden="true">
      <div className="progress-bar" />
    </div>
  );
}
