import type { ComponentPropsWithoutRef } from "react";

interface ButtonLook {
  /** main: the one next step of a view; tint: quiet; line: a second choice; ink: Buy now beside a main button. */
  look?: "main" | "tint" | "line" | "ink";
  isSmall?: boolean;
  isWide?: boolean;
  isBusy?: boolean;
}

type ButtonProps = ButtonLook &
  (
    | ({ href: string } & Omit<ComponentPropsWithoutRef<"a">, "href">)
    | ({ href?: never } & ComponentPropsWithoutRef<"button">)
  );

/** A button, or a link that looks like one when it has an `href`. Busy keeps the size and shows a wheel. */
export function Button({ look = "main", isSmall, isWide, isBusy, className, children, ...rest }: ButtonProps) {
  const shared = {
    className: ["btn", `btn--${look}`, isSmall && "btn--s", isWide && "btn--wide", className].filter(Boolean).join(" "),
    ...(isBusy && { "aria-busy": true }),
  };
  const label = <span className="label">{children}</span>;
  if (rest.href !== undefined) {
    return (
      <a {...rest} {...shared}>
        {label}
      </a>
    );
  }
  return (
    <button type="button" {...rest} {...shared}>
      {label}
    </button>
  );
}
