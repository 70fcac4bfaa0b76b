/**
 * A bar under the header, as wide as the part of the page that has been scrolled. Browsers that know scroll timelines
 * draw it alone; for the others a script sets --read between 0 and 1.
 */
export function ReadingProgress() {
  return (
    <div className="progress" aria-hidden="true">
      <div className="progress-bar" />
    </div>
  );
}
