import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import type { RowProps } from "./wishlist-row.tsx";

/**
 * Renders what a visitor of a shared list can do about a row as a gift: take it, or take that back. The buttons submit the
 * list's form. Nothing for the owner.
 */
export function RowGift({ product: { name }, shape: { gift }, values }: RowProps) {
  const { t } = useLocale();
  if (gift === "none") return null;
  if (gift === "taken") return <small className="gift muted">{t("wishlist.giftTaken")}</small>;
  const isMine = gift === "mine";
  const [text, label, wish] = isMine
    ? [t("wishlist.giftUndo"), t("wishlist.giftUndoOf", { name }), "undo"]
    : [t("wishlist.gift"), t("wishlist.giftOf", { name }), "take"];
  return (
    <span className="gift">
      {isMine && <small>{t("wishlist.giftMine")}</small>}{" "}
      <Button
        type="submit"
        look="line"
        isSmall
        name="chowk_gift"
        value={`${wish}.${values.token}.${values.itemId}`}
        aria-label={label}
      >
        {text}
      </Button>
    </span>
  );
}
