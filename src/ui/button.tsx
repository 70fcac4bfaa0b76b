import type { ComponentPropsWithoutRef } from "react";

interface ButtonLook {
  /** main: the primary action of a view; tint: quiet; line: secondary; ink: Buy now next to a main button. */
  look?: "main" | "tint" | "line" | "ink";
  isSmall?: boolean;
  isWide?: boolean;
}

type ButtonProps = ButtonLook &
  (
    | ({ href: string } & Omit<ComponentPropsWithoutRef<"a">, "href">)
    | ({ href?: never } & ComponentPropsWithoutRef<"button">)
  );

/** Renders a button, or a link that looks like one when it has an `href`. */
export function Button({ look = "main", isSmall, isWide, className, children, ...rest }: ButtonProps) {
  const classes = ["btn", `btn--${look}`, isSmall && "btn--s", isWide && "btn--wide", className]
    .filter(Boolean)
    .join(" ");
  const label = <span className="label">{children}</span>;
  if (rest.href !== undefined) {
    return (
      <a {...rest} className={classes}>
        {label}
      </a>
    );
  }
  return (
    <button type="button" {...rest} className={classes}>
      {label}
    </button>
  );
}
