import { numberOf, type Privacy, privacies, privacyOf } from "#shop/wishlist/wishlist.rules.ts";
import { useLocale } from "#ui/locale.tsx";

interface PrivacySelectProps {
  id?: string;
  name: string;
  privacy: Privacy;
  /** Accessible name where there is no visible label. */
  label?: string;
  /** Id of the form that it belongs to, if that is not around it. */
  form?: string;
  /** Id of the element that says why the choice was not saved. */
  errorId?: string | undefined;
  /** For islands, which show `privacy` until they change it. */
  onChoose?: (privacy: Privacy) => void;
}

/** Renders the choice of who can see a list. */
export function PrivacySelect({ privacy, label, errorId, onChoose, ...rest }: PrivacySelectProps) {
  const { t } = useLocale();
  const value = numberOf(privacy);
  return (
    <select
      {...rest}
      className="select wishlist-visibility"
      aria-label={label}
      aria-describedby={errorId}
      {...(onChoose
        ? { value, onChange: ({ currentTarget }) => onChoose(privacyOf(currentTarget.value) ?? privacy) }
        : { defaultValue: value })}
    >
      {privacies.map((one) => (
        <option key={one} value={numberOf(one)}>
          {t(`wishlist.privacy.${one}`)}
        </option>
      ))}
    </select>
  );
}

/** Renders the choice of who can see a new list, as radio buttons. */
export function PrivacyChoice({ chosen = "shared" }: { chosen?: Privacy | undefined }) {
  const { t } = useLocale();
  return (
    <fieldset className="wl-privacy">
      <legend>{t("wishlist.privacy")}</legend>
      {privacies.map((privacy) => (
        <label key={privacy} className="choice">
          <input
            type="radio"
            className="wishlist-visibility"
            name="wishlist_visibility"
            value={numberOf(privacy)}
            defaultChecked={privacy === chosen}
          />
          {t(`wishlist.privacy.${privacy}`)}
        </label>
      ))}
    </fieldset>
  );
}
