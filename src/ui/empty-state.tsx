import type { ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  /** Why it is empty and what to do next. */
  children: ReactNode;
  /** Links or buttons to continue, the main one first. */
  actions?: ReactNode;
  /** 1 when the page has no other heading. */
  level?: 1 | 2;
  className?: string;
}

/** Renders the replacement of an empty list. */
export function EmptyState({ title, children, actions, level = 2, className }: EmptyStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className={className ? `empty ${className}` : "empty"}>
      <Heading>{title}</Heading>
      {children}
      {actions && <div className="empty-acts">{actions}</div>}
    </div>
  );
}
