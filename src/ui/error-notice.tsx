import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

export interface ErrorItem {
  content: ReactNode;
  /** Id of the control: the text links to it, and data-id names it. */
  controlId?: string;
  /** Text next to the control, when it differs from the text in the list. */
  beside?: string;
  action?: { label: string; href: string };
}

/** Renders all errors of a request in one announced list, with links where there are any. */
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
