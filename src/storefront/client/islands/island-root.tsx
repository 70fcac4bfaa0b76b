import { useEffect, useMemo } from "react";
import { LocaleContext } from "#ui/locale.tsx";
import type { IslandData, IslandDefinition, PageState } from "./island.ts";
import { islandTranslator } from "./island-translator.ts";

interface IslandRootProps<Props extends object> {
  island: IslandDefinition<Props>;
  data: IslandData<Props>;
  /** In the browser only. */
  page?: PageState;
  /** Called once the component is hydrated and its effects have run. */
  onReady?: () => void;
}

/** Renders an island's component in its locale, on the server and in the browser. */
export function IslandRoot<Props extends object>({ island, data, page, onReady }: IslandRootProps<Props>) {
  const { messages, ...locale } = data.locale;
  const t = useMemo(() => islandTranslator(locale.lang, messages), [locale.lang, messages]);
  useEffect(() => onReady?.(), [onReady]);
  return (
    <LocaleContext value={{ ...locale, t }}>
      <island.Component {...data.props} {...(page && { page })} />
    </LocaleContext>
  );
}
