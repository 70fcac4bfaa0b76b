/** Renders a WhatsApp number as a link that opens the chat. @param number in international form, as displayed */
export function WhatsAppLink({ number }: { number: string }) {
  return (
    <a className="ltr" href={`https://wa.me/${number.replace(/\D/g, "")}`} rel="noopener">
      {number}
    </a>
  );
}
