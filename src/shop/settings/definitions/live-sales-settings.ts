import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";
import { yesNo } from "./setting-schemas.ts";

const milliseconds = (maximum: number) => Type.Integer({ minimum: 0, maximum });

/** Settings of the pop-ups about recent sales. Defaults of the times: storefront specification 9, "Sales notifications". */
export const liveSalesSettings = {
  live_sales: setting(yesNo, "yes", "Whether pages tell visitors what others bought recently."),
  live_sales_names: setting(
    yesNo,
    "no",
    'Whether they give the first names of buyers, if enough buyers share them; otherwise "Someone".',
  ),
  live_sales_days: setting(Type.Integer({ minimum: 1, maximum: 90 }), 7, "Sales of the last so many days are shown."),
  live_sales_least_buyers: setting(
    Type.Integer({ minimum: 3, maximum: 1000 }),
    5,
    "A city or first name that fewer recent buyers share is not shown: the city becomes its province, or is left out.",
  ),
  live_sales_first: setting(milliseconds(600_000), 6_000, "Milliseconds until the first pop-up."),
  live_sales_pause: setting(milliseconds(600_000), 3_000, "Milliseconds between pop-ups."),
  live_sales_show: setting(
    Type.Integer({ minimum: 2_000, maximum: 600_000 }),
    6_000,
    "Milliseconds that a pop-up is shown.",
  ),
  live_sales_most: setting(
    Type.Integer({ minimum: 0, maximum: 10_000 }),
    0,
    "Pop-ups in a browser session; 0: no limit.",
  ),
  live_sales_loop: setting(yesNo, "yes", "Whether the list starts again at its end."),
  live_sales_mobile: setting(yesNo, "yes", "Whether they are shown on screens up to 767 pixels wide."),
  live_sales_new_tab: setting(yesNo, "yes", "Whether their links open in a new tab."),
} as const satisfies SettingDefinitions;
