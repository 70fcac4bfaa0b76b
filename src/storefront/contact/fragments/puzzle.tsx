import type { Translate } from "#messages/catalogue.ts";
import type { PuzzleWidget } from "#shop/spam/puzzle-widget.rules.ts";

/** Renders the place of the widget that tells people from programs. Its script is loaded when the form is first used. */
export function Puzzle({ puzzle, t }: { puzzle?: PuzzleWidget | undefined; t: Translate }) {
  if (!puzzle) return null;
  return (
    <span
      className="wpcf7-puzzle"
      data-service={puzzle.service}
      data-site-key={puzzle.siteKey}
      data-src={puzzle.scriptUrl}
      data-unloaded={t("contact.puzzleUnloaded")}
      data-unsolved={t("contact.puzzleUnsolved")}
    >
      <noscript>{t("contact.puzzleNeedsScripts")}</noscript>
    </span>
  );
}
