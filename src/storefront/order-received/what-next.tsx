import type { Days } from "#shop/delivery/delivery.ts";
import { daysInWords } from "#ui/days-in-words.ts";
import { useLocale } from "#ui/locale.tsx";
import { dateLanguage } from "./fragments/order-date.tsx";

interface WhatNextProps {
  placedAt: Date;
  /** How long a delivery takes; null: nobody knows. */
  days: Days | null;
  arrival: { from: Date; to: Date } | null;
  timeZone: string;
}

/** The way of a parcel in four steps; the first is done. */
export function WhatNext({ placedAt, days, arrival, timeZone }: WhatNextProps) {
  const { t, lang } = useLocale();
  const write = (date: Date, withTime: boolean) =>
    new Intl.DateTimeFormat(dateLanguage(lang), {
      weekday: "long",
      day: "numeric",
      month: "long",
      ...(withTime && { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
      timeZone,
    }).format(date);
  const door = arrival
    ? t("orders.doorBetween", { from: write(arrival.from, false), to: write(arrival.to, false) })
    : days
      ? t("orders.doorWhen", { days: daysInWords(days, t) })
      : t("orders.doorSoon");
  const steps = [
    { title: t("orders.received"), detail: write(placedAt, true) },
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
