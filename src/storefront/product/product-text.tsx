interface ProductTextProps {
  className: string;
  /** The product's text. */
  text: string;
  /** The chosen variation's text, which replaces it. */
  chosen: string | undefined;
  as?: "span" | "td";
}

/**
 * Renders a product text, or the chosen variation's with the product's kept in an attribute for the variation script.
 */
export function ProductText({ className, text, chosen, as: Tag = "span" }: ProductTextProps) {
  const isChosen = Boolean(chosen) && chosen !== text;
  return (
    <Tag className={className} data-o_content={isChosen ? text : undefined}>
      {isChosen ? chosen : text}
    </Tag>
  );
}
