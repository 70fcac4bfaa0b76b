import type { CSSProperties } from "react";
import { useLocale } from "./locale.tsx";

/** Five stars, filled up to the average (0 to 5). */
export function Stars({ average }: { average: number }) {
  const { t } = useLocale();
  const style = { "--r": average } as CSSProperties;
  return <span className="star-rating" style={style} role="img" aria-label={t("shell.stars", { average })} />;
}
