/** The outline of the logo, in a square of 24 units. */
export const logoPath =
  "M12 1.5 16.6 7H13v2.2c2.4.4 4.6 1.7 6.1 3.6H13v2.3c3.6.4 6.9 2.2 9 4.9h-9v2.5h-2V20H2c2.1-2.7 5.4-4.5 9-4.9v-2.3H4.9c1.5-1.9 3.7-3.2 6.1-3.6V7H7.4z";

/** Renders the logo: a deodar and the shop's name in lower case. */
export function Logo({ shopName }: { shopName: string }) {
  return (
    <>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={logoPath} />
      </svg>
      <span className="logo-name">{shopName}</span>
    </>
  );
}
