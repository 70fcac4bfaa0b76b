import { renderToString } from "react-dom/server";
import { scriptJson } from "#http/script-json.ts";
import { partsOfMessages } from "#messages/message-parts.ts";
import { useLocale } from "#ui/locale.tsx";
import type { IslandData, IslandDefinition } from "../client/islands/island.ts";
import { IslandRoot } from "../client/islands/island-root.tsx";

interface IslandProps<Props extends object> {
  island: IslandDefinition<Props>;
  /** JSON values only. */
  props: Props;
}

/**
 * Renders an island, with its data for the browser, which hydrates it when it is first touched. A page has at most one of a
 * name.
 */
export function Island<Props extends object>({ island, props }: IslandProps<Props>) {
  const { lang, dir, currency, timeZone } = useLocale();
  const messages = partsOfMessages(lang, island.messages);
  const data: IslandData<Props> = { locale: { lang, dir, currency, timeZone, messages }, props };
  const html = renderToString(<IslandRoot island={island} data={data} />, { identifierPrefix: island.name });
  return (
    <shop-island data-island={island.name} data-widget={island.widget}>
      <script type="application/json" dangerouslySetInnerHTML={{ __html: scriptJson(data) }} />
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </shop-island>
  );
}
