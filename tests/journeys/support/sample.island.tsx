import { useState } from "react";
import { announce } from "#storefront/client/announce.ts";
import type { IslandDefinition, PageState } from "#storefront/client/islands/island.ts";
import { useLocale } from "#ui/locale.tsx";
import { Money } from "#ui/money.tsx";

interface SampleProps {
  title: string;
  /** URL of the form without scripts. */
  action: string;
}

/** An island with every kind of control. Without scripts its form is sent to `action`. */
function Sample({ title, action, page }: SampleProps & { page?: PageState }) {
  const { t } = useLocale();
  const [count, setCount] = useState(0);
  const [note, setNote] = useState("");
  const [size, setSize] = useState("s");
  const [isGift, setGift] = useState(false);
  const [wrap, setWrap] = useState("none");
  const [sent, setSent] = useState<string[]>([]);
  if (count > 90) throw new Error("more than 90");
  const settle = () => void page?.queue.settled.then(() => announce("settled"));
  return (
    <form
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new URLSearchParams(new FormData(event.currentTarget) as never);
        setSent([...sent, fields.toString()]);
      }}
    >
      <h2>{title}</h2>
      <Money amount={2999} />
      <button type="button" onClick={() => setCount(count + 1)}>
        {t("shell.quantity.more")}
      </button>
      <input name="note" aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      <input name="free" aria-label="Free" defaultValue="free" />
      <textarea name="text" aria-label="Text" defaultValue="given" />
      <select name="size" aria-label="Size" value={size} onChange={(event) => setSize(event.target.value)}>
        <option value="s">S</option>
        <option value="l">L</option>
      </select>
      <label>
        <input type="checkbox" name="gift" checked={isGift} onChange={(event) => setGift(event.target.checked)} /> Gift
      </label>
      {["none", "paper"].map((kind) => (
        <label key={kind}>
          <input
            type="radio"
            name="wrap"
            value={kind}
            checked={wrap === kind}
            onChange={(event) => setWrap(event.target.value)}
          />
          {kind}
        </label>
      ))}
      <button type="submit">Send</button>
      <button type="button" onClick={settle}>
        Settle
      </button>
      <button type="button" onClick={() => setCount(99)}>
        Break
      </button>
      {/* After the controls: a control that moves while it is pressed gets no click. */}
      <output id="sample-count">{count}</output>
      <output id="sample-note">{note}</output>
      <output id="sample-choices">{[size, isGift ? "gift" : "no gift", wrap].join(", ")}</output>
      <output id="sample-sent">{sent.join(" | ")}</output>
    </form>
  );
}

export const sample = {
  name: "sample",
  messages: ["shell.quantity.more"],
  Component: Sample,
} as const satisfies IslandDefinition<SampleProps>;
