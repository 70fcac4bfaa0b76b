import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

export interface ErrorItem {
  content: ReactNode;
  /** The control it is about: the text becomes a link to it, and data-id names it. */
  controlId?: string;
  /** What to say beside the control, where that differs: its place tells the rest. */
  beside?: string;
  action?: { label: string; href: string };
}

/** All errors of a request in one announced list, each with a way on where there is one. */
export function ErrorNotice({ items }: { items: readonly ErrorItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul className="woocommerce-error notices" role="alert" tabIndex={-1}>
      {items.map(({ content, controlId, beside, action }, index) => (
        <li
          key={index}
          role="none"
          className="notice notice--bad"
          data-id={controlId}
          data-beside={beside === content ? undefined : beside}
        >
          <Icon name="alert" />
          <div>{controlId ? <a href={`#${controlId}`}>{content}</a> : content}</div>
          {action && (
            <a className="wc-forward" href={action.href}>
              {action.label}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
