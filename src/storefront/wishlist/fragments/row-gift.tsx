import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import type { RowProps } from "./wishlist-row.tsx";

/**
 * Renders what a visitor of a shared list can do about a row as a gift: take it, or take that back. The buttons submit the
 * list's form. Nothing for the owner.
 */
export function RowGift({ row: { item, product }, view: { gifts, list } }: RowProps) {
  const { t } = useLocale();
  if (!gifts || !list) return null;
  const mark = gifts.get(item.id);
  const { name } = product;
  if (mark === "taken") return <small className="gift muted">{t("wishlist.giftTaken")}</small>;
  const [text, label, wish] = mark
    ? [t("wishlist.giftUndo"), t("wishlist.giftUndoOf", { name }), "undo"]
    : [t("wishlist.gift"), t("wishlist.giftOf", { name }), "take"];
  return (
    <span className="gift">
      {mark && <small>{t("wishlist.giftMine")}</small>}{" "}
      <Button
        type="submit"
        look="line"
        isSmall
        name="chowk_gift"
        value={`${wish}.${list.token}.${item.id}`}
        aria-label={label}
      >
        {text}
      </Button>
    </span>
  );
}
