import type { Arrival, Days } from "#shop/delivery/delivery.ts";
import { formatBusinessDays } from "#ui/business-days.ts";
import { formatDates } from "#ui/delivery-time.ts";
import { useLocale } from "#ui/locale.tsx";
import { dateLanguage } from "./fragments/order-date.tsx";

interface WhatNextProps {
  placedAt: Date;
  /** Delivery time; null when unknown. */
  days: Days | null;
  arrival: Arrival | null;
}

/** Renders the four steps of a delivery; the first is done. */
export function WhatNext({ placedAt, days, arrival }: WhatNextProps) {
  const { t, lang, timeZone } = useLocale();
  const write = (date: Date) =>
    new Intl.DateTimeFormat(dateLanguage(lang), {
      weekday: "long",
      day: "numeric",
      month: "long",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZoneName: "long",
      timeZone,
    }).format(date);
  const door = arrival
    ? formatDates(arrival, lang)
    : days
      ? t("orders.doorWhen", { days: formatBusinessDays(days, t) })
      : t("orders.doorSoon");
  const steps = [
    { title: t("orders.received"), detail: write(placedAt) },
    { title: t("orders.call"), detail: t("orders.callWhen") },
    { title: t("orders.leaves"), detail: t("orders.leavesHow") },
    { title: t("orders.door"), detail: door },
  ];
  return (
    <ol className="route" role="list" aria-label={t("orders.whatNext")}>
      {steps.map(({ title, detail }, index) => (
        <li key={title} className={index === 0 ? "at" : undefined}>
          <b>{title}</b>
          <span>{detail}</span>
        </li>
      ))}
    </ol>
  );
}
