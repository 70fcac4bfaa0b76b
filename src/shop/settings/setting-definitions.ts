import { accountSettings } from "./definitions/account-settings.ts";
import { cartSettings } from "./definitions/cart-settings.ts";
import { catalogueSettings } from "./definitions/catalogue-settings.ts";
import { checkoutSettings } from "./definitions/checkout-settings.ts";
import { consentSettings } from "./definitions/consent-settings.ts";
import { contactSettings } from "./definitions/contact-settings.ts";
import { deliverySettings } from "./definitions/delivery-settings.ts";
import { gallerySettings } from "./definitions/gallery-settings.ts";
import { liveSalesSettings } from "./definitions/live-sales-settings.ts";
import { marketingSettings } from "./definitions/marketing-settings.ts";
import { mediaSettings } from "./definitions/media-settings.ts";
import { newsletterSettings } from "./definitions/newsletter-settings.ts";
import { pageSettings } from "./definitions/page-settings.ts";
import { privacySettings } from "./definitions/privacy-settings.ts";
import { relatedSettings } from "./definitions/related-settings.ts";
import { reviewSettings } from "./definitions/review-settings.ts";
import { scriptSettings } from "./definitions/script-settings.ts";
import { storeSettings } from "./definitions/store-settings.ts";
import { taxSettings } from "./definitions/tax-settings.ts";
import { trackingSettings } from "./definitions/tracking-settings.ts";
import { wishlistSettings } from "./definitions/wishlist-settings.ts";
import type { SettingDefinitions, SettingValues } from "./setting.ts";

/** Every store setting by name. Names that clients of the protocol know keep the protocol's spelling. */
export const settingDefinitions = {
  ...storeSettings,
  ...catalogueSettings,
  ...pageSettings,
  ...gallerySettings,
  ...mediaSettings,
  ...cartSettings,
  ...deliverySettings,
  ...taxSettings,
  ...checkoutSettings,
  ...wishlistSettings,
  ...contactSettings,
  ...relatedSettings,
  ...reviewSettings,
  ...liveSalesSettings,
  ...newsletterSettings,
  ...marketingSettings,
  ...privacySettings,
  ...consentSettings,
  ...trackingSettings,
  ...scriptSettings,
  ...accountSettings,
} as const satisfies SettingDefinitions;

export type SettingName = keyof typeof settingDefinitions;

/** All settings with their values. */
export type Settings = SettingValues<typeof settingDefinitions>;
