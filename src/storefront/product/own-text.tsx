interface OwnTextProps {
  className: string;
  /** What the product says of itself. */
  text: string;
  /** What the chosen variation says in its place. */
  chosen: string | undefined;
  as?: "span" | "td";
}

/** A text of the product, or the chosen variation's beside which the product's is kept for the variation script. */
export function OwnText({ className, text, chosen, as: Tag = "span" }: OwnTextProps) {
  const isChosen = Boolean(chosen) && chosen !== text;
  return (
    <Tag className={className} data-o_content={isChosen ? text : undefined}>
      {isChosen ? chosen : text}
    </Tag>
  );
}
