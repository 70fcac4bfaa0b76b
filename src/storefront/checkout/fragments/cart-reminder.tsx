import { translator } from "#messages/translate.ts";
import type { ConsentText } from "#shop/consent/consents.ts";
import { hashedText } from "#shop/consent/hashed-text.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";

/** Name of the checkbox; its value is the hash of the text beside it. */
export const reminderControl = "chowk_cart_reminder";

/** Returns the text to which somebody agrees who wants a reminder of the cart; null if the shop sends none. */
export function reminderTextOf({ cart_reminders, language, shop_name }: Settings): ConsentText | null {
  if (cart_reminders === "no") return null;
  return hashedText(language, translator(language)("checkout.cartReminder", { shop: shop_name }));
}

export interface CartReminderProps {
  text: ConsentText;
  isTicked: boolean;
}

/** Renders the checkbox below the email address that asks for a reminder of the cart. Never ticked unless the buyer did. */
export function CartReminder({ text, isTicked }: CartReminderProps) {
  return (
    <div className="form-row" id={`${reminderControl}_field`}>
      <label className="choice" htmlFor={reminderControl}>
        <input
          type="checkbox"
          name={reminderControl}
          id={reminderControl}
          value={text.hash}
          defaultChecked={isTicked}
        />
        <span>{text.body}</span>
      </label>
    </div>
  );
}
