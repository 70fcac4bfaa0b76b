import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

interface NoticeProps {
  kind: "success" | "info";
  children: ReactNode;
  /** A link to continue. */
  action?: { label: string; href: string };
}

const looks: Record<NoticeProps["kind"], { className: string; icon: IconName }> = {
  success: { className: "woocommerce-message notice notice--good", icon: "check" },
  info: { className: "woocommerce-info notice", icon: "info" },
};

/** Renders a message that is not an error. Successes are announced to screen readers. */
export function Notice({ kind, children, action }: NoticeProps) {
  const { className, icon } = looks[kind];
  return (
    <div className={className} {...(kind === "success" && { role: "alert", tabIndex: -1 })}>
      <Icon name={icon} />
      <div>{children}</div>
      {action && (
        <a className="wc-forward" href={action.href}>
          {action.label}
        </a>
      )}
    </div>
  );
}
