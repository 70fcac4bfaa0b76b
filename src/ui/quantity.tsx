import { Icon } from "./icon.tsx";
import { useLocale } from "./locale.tsx";

interface QuantityProps {
  /** Wire name, for example "quantity" or "cart[{key}][qty]". */
  name: string;
  /** Includes the product: "Quantity of Zinc and vitamin C". */
  label: string;
  value: number | string;
  min?: number;
  /** null means no limit. */
  max?: number | null;
  id?: string;
  /** Id of the form that submits it. Default: the one around it. */
  form?: string | undefined;
  isSmall?: boolean;
}

/** Renders a number field between two buttons, which `stepQuantities` handles. Without scripts only the field is shown. */
export function Quantity({ name, label, value, min = 1, max = null, id, form, isSmall }: QuantityProps) {
  const { t } = useLocale();
  return (
    <div className={isSmall ? "quantity stepper stepper--s" : "quantity stepper"}>
      <button type="button" className="minus" aria-label={t("shell.quantity.less")}>
        <Icon name="minus" isSmall />
      </button>
      <input
        defaultValue={value}
        id={id}
        form={form}
        className="input-text qty text"
        type="number"
        inputMode="numeric"
        name={name}
        min={min}
        max={max ?? undefined}
        step={1}
        aria-label={label}
        autoComplete="off"
      />
      <button type="button" className="plus" aria-label={t("shell.quantity.more")}>
        <Icon name="plus" isSmall />
      </button>
    </div>
  );
}
