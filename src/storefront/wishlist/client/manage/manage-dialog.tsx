import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { openModal } from "../../../client/open-modal.ts";
import { FieldFault } from "./field-fault.tsx";

/** Why the action was not done ("" if the content says it), or what follows once the dialog is closed. */
export type DialogResult = string | (() => void);

interface ManageDialogProps {
  title: string;
  submitLabel: string;
  /** Whether Cancel has the focus first, where the action cannot be undone. */
  isCautious?: boolean;
  onSubmit: (fields: FormData) => Promise<DialogResult>;
  /** Called whenever it has been closed. */
  onClose: () => void;
  children: ReactNode;
}

/** Renders a modal dialog with one action, and opens it. While the action runs it can be closed, but not repeated. */
export function ManageDialog({ title, submitLabel, isCautious, children, ...events }: ManageDialogProps) {
  const { t } = useLocale();
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (dialog.current) openModal(dialog.current);
    if (isCautious) dialog.current?.querySelector<HTMLElement>(".close-dialog")?.focus();
  }, [isCautious]);
  const close = () => dialog.current?.close();
  const submit = async (form: HTMLFormElement) => {
    if (isBusy) return;
    setBusy(true);
    setFault("");
    const result = await events.onSubmit(new FormData(form)).catch(() => t("wishlist.notSaved"));
    const isDone = typeof result !== "string";
    flushSync(() => {
      setBusy(false);
      setFault(isDone ? "" : result);
    });
    if (!isDone) return form.querySelector("input")?.focus();
    close();
    result();
  };
  return (
    <dialog ref={dialog} className="yith-wcwl-popup wl-dialog" aria-labelledby={titleId} onClose={events.onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <div className="yith-wcwl-popup-content">
          <h2 id={titleId}>{title}</h2>
          {children}
          <FieldFault text={fault} />
        </div>
        <div className="yith-wcwl-popup-footer">
          <Button type="submit" aria-busy={isBusy}>
            {submitLabel}
          </Button>
          <Button look="line" className="close-dialog" onClick={close}>
            {t("wishlist.cancel")}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
