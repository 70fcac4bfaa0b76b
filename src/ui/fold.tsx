import type { ReactNode } from "react";

interface FoldProps {
  /** Id of the part. */
  part: string;
  label: string;
  /** Further classes of the link, by which scripts find it. */
  linkClass?: string;
  /** The part: an element with this id and the class of `foldClass`. */
  children: ReactNode;
}

/**
 * Renders a link and the part of the page that it shows. Without scripts the part is shown as the target of the address.
 * Unlike `<details>`, third-party scripts that show and hide the part themselves can open it.
 */
export function Fold({ part, label, linkClass, children }: FoldProps) {
  return (
    <shop-fold>
      <a
        className={["link fold-link", linkClass].filter(Boolean).join(" ")}
        id={`${part}-link`}
        href={`#${part}`}
        aria-controls={part}
      >
        {label}
      </a>
      {children}
    </shop-fold>
  );
}

/** Returns the class of the part that a fold's link shows. */
export function foldClass(isOpen: boolean): string {
  return isOpen ? "fold is-open" : "fold";
}
