import { createContext, type ReactNode } from "react";
import { type ErrorItem, ErrorNotice } from "#ui/error-notice.tsx";
import { Notice } from "#ui/notice.tsx";

/** A message to the customer. */
export interface PageNotice {
  kind: "error" | "success" | "info";
  text: string;
  /** A link, such as View cart. */
  action?: { label: string; href: string };
  /** A link that undoes the reported change, and what scripts announce after that. */
  undo?: { label: string; href: string; undone?: string };
  /** The id of the control that an error is about. */
  controlId?: string;
  /** A refused back-in-stock request, to be corrected. */
  request?: { contact: string; productId: number };
  /** A refused coupon code, to be corrected; "" when the coupon was accepted. */
  couponTyped?: string;
  /** True when the answer to an order's verification question was refused. */
  isOrderAnswer?: boolean;
  /** The answer to a contact form that was sent without scripts; its form shows it. */
  contactForm?: ContactFormOutcome;
}

/** The result of a contact form that was sent without scripts. */
export interface ContactFormOutcome {
  unitTag: string;
  /** As the API answers: "validation_failed". */
  status: string;
  invalidFields: { field: string; message: string; controlId: string | null }[];
  /** The typed values, by the posted name and in the posted order; empty once the message was sent. */
  typed: [name: string, value: string][];
}

/** The notices of the current page; a form shows the ones about itself next to its fields. */
export const NoticesContext = createContext<readonly PageNotice[]>([]);

function contentOf({ text, undo }: PageNotice): ReactNode {
  if (!undo) return text;
  return (
    <>
      {text}{" "}
      <a className="restore-item" href={undo.href} data-restored_message={undo.undone}>
        {undo.label}
      </a>
    </>
  );
}

function errorItem(notice: PageNotice): ErrorItem {
  return {
    content: contentOf(notice),
    ...(notice.controlId !== undefined && { controlId: notice.controlId }),
    ...(notice.couponTyped !== undefined && { controlId: "coupon_code" }),
    ...(notice.action && { action: notice.action }),
  };
}

/** Renders the notices in the wrapper that scripts fill: errors first, then successes, then the rest. */
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
