import { createContext, type ReactNode } from "react";
import { type ErrorItem, ErrorNotice } from "#ui/error-notice.tsx";
import { Notice } from "#ui/notice.tsx";

/** A message to the shopper. */
export interface PageNotice {
  kind: "error" | "success" | "info";
  text: string;
  /** A way on, such as View cart. */
  action?: { label: string; href: string };
  /** Takes back what the message reports. */
  undo?: { label: string; href: string };
  /** The request for news that was refused, to be mended. */
  request?: { contact: string; productId: number };
  /** What was typed of a coupon that was refused, to be mended; "" beside the good news of one. */
  couponTyped?: string;
  /** An answer to what a guest's order asks was refused. */
  isOrderAnswer?: boolean;
}

/** The messages of the page around a component: a form shows the one about itself beside its field. */
export const NoticesContext = createContext<readonly PageNotice[]>([]);

function contentOf({ text, undo }: PageNotice): ReactNode {
  if (!undo) return text;
  return (
    <>
      {text}{" "}
      <a className="restore-item" href={undo.href}>
        {undo.label}
      </a>
    </>
  );
}

function errorItem(notice: PageNotice): ErrorItem {
  return {
    content: contentOf(notice),
    ...(notice.couponTyped !== undefined && { controlId: "coupon_code" }),
    ...(notice.action && { action: notice.action }),
  };
}

/** The messages of a page, in the wrapper that the shop's scripts fill: errors, then successes, then the rest. */
export function Notices({ notices }: { notices: readonly PageNotice[] }) {
  const others = (["success", "info"] as const).flatMap((kind) => notices.filter((notice) => notice.kind === kind));
  return (
    <div className={`woocommerce-notices-wrapper${notices.length > 0 ? " notices" : ""}`}>
      <ErrorNotice items={notices.filter(({ kind }) => kind === "error").map(errorItem)} />
      {others.map((notice, index) => (
        <Notice
          key={index}
          kind={notice.kind === "info" ? "info" : "success"}
          {...(notice.action && { action: notice.action })}
        >
          {contentOf(notice)}
        </Notice>
      ))}
    </div>
  );
}
