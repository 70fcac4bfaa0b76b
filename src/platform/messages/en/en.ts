import { account } from "./account.ts";
import { accountMail } from "./account-mail.ts";
import { cart } from "./cart.ts";
import { catalogue } from "./catalogue.ts";
import { checkout } from "./checkout.ts";
import { content } from "./content.ts";
import { errors } from "./errors.ts";
import { home } from "./home.ts";
import { mail } from "./mail.ts";
import { notices } from "./notices.ts";
import { orders } from "./orders.ts";
import { pages } from "./pages.ts";
import { product } from "./product.ts";
import { shell } from "./shell.ts";

/** Every English text. Keys are `area.what`; each area has a file of its own. */
export const en = {
  ...shell,
  ...home,
  ...content,
  ...catalogue,
  ...product,
  ...cart,
  ...checkout,
  ...notices,
  ...orders,
  ...pages,
  ...errors,
  ...mail,
  ...account,
  ...accountMail,
} as const;
