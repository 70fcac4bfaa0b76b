import { bankTransfer } from "#extensions/bank-transfer/messages.ts";
import { cashOnDelivery } from "#extensions/cash-on-delivery/messages.ts";
import { accountMail } from "#jobs/emails/account-messages.ts";
import { marketingMail } from "#jobs/emails/marketing-messages.ts";
import { mail } from "#jobs/emails/messages.ts";
import { account } from "#storefront/account/messages.ts";
import { cart } from "#storefront/cart/messages.ts";
import { checkout } from "#storefront/checkout/messages.ts";
import { consent } from "#storefront/consent/messages.ts";
import { contact } from "#storefront/contact/messages.ts";
import { content } from "#storefront/content/messages.ts";
import { downloads } from "#storefront/downloads/messages.ts";
import { errors } from "#storefront/error-pages/messages.ts";
import { home } from "#storefront/home/messages.ts";
import { shell } from "#storefront/layout/messages.ts";
import { lightbox } from "#storefront/lightbox/messages.ts";
import { catalogue } from "#storefront/listing/messages.ts";
import { liveSales } from "#storefront/live-sales/messages.ts";
import { marketing } from "#storefront/marketing/messages.ts";
import { newsletter } from "#storefront/newsletter/messages.ts";
import { notices } from "#storefront/notices/messages.ts";
import { orders } from "#storefront/order-received/messages.ts";
import { product } from "#storefront/product/messages.ts";
import { pages } from "#storefront/rendering/messages.ts";
import { reviews } from "#storefront/reviews/messages.ts";
import { wishlistAlerts } from "#storefront/wishlist/alerts-messages.ts";
import { wishlist } from "#storefront/wishlist/messages.ts";

/** All English texts. Keys are `area.name`; each area has its own file. */
export const en = {
  ...shell,
  ...home,
  ...content,
  ...consent,
  ...contact,
  ...downloads,
  ...lightbox,
  ...liveSales,
  ...catalogue,
  ...product,
  ...reviews,
  ...cart,
  ...checkout,
  ...cashOnDelivery,
  ...bankTransfer,
  ...newsletter,
  ...marketing,
  ...notices,
  ...orders,
  ...pages,
  ...errors,
  ...mail,
  ...marketingMail,
  ...account,
  ...accountMail,
  ...wishlist,
  ...wishlistAlerts,
} as const;
