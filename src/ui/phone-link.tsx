/** Renders a phone number that a press calls. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="ltr" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
      {phone}
    </a>
  );
}
