import { Icon } from "./icon.tsx";
import { useLocale } from "./locale.tsx";

interface QuantityProps {
  /** Name on the wire, for example "quantity" or "cart[{key}][qty]". */
  name: string;
  /** Says of what: "Quantity of Zinc and vitamin C". */
  label: string;
  value: number;
  min?: number;
  /** null means no limit. */
  max?: number | null;
  id?: string;
  isSmall?: boolean;
  /** Makes the stepper controlled. Without it the two buttons are worked by the page's delegated listener. */
  onChange?: (value: number) => void;
}

/** A number field between two buttons. Without scripts the field alone is shown. */
export function Quantity({ name, label, value, min = 1, max = null, id, isSmall, onChange }: QuantityProps) {
  const { t } = useLocale();
  const clamp = (next: number) => Math.max(min, max === null ? next : Math.min(max, next));
  const step = (by: number) => onChange && { onClick: () => onChange(clamp(value + by)) };
  const field = onChange
    ? { value, onChange: (event: { target: { valueAsNumber: number } }) => onChange(event.target.valueAsNumber) }
    : { defaultValue: value };
  return (
    <div className={isSmall ? "quantity stepper stepper--s" : "quantity stepper"}>
      <button type="button" className="minus" aria-label={t("shell.quantity.less")} {...step(-1)}>
        <Icon name="minus" isSmall />
      </button>
      <input
        {...field}
        id={id}
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
      <button type="button" className="plus" aria-label={t("shell.quantity.more")} {...step(1)}>
        <Icon name="plus" isSmall />
      </button>
    </div>
  );
}
