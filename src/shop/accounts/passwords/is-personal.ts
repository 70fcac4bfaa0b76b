/** What others know about an account: its owner's names and addresses, and the shop's name. */
export interface PasswordOwner {
  email: string;
  phone?: string | null;
  firstName?: string;
  lastName?: string;
  shopName: string;
}

/** Characters that a password must have besides what others know. */
const leastOwn = 5;

/** Shorter parts are in too many words by chance (characters). */
const shortestPart = 3;

/** Returns whether a password is made of names, email address or phone of its owner, or the shop's name. */
export function isPersonalPassword(password: string, owner: PasswordOwner): boolean {
  const plain = plainOf(password);
  const without = partsOf(owner).reduce((rest, part) => rest.replaceAll(part, ""), plain);
  return without !== plain && Array.from(without).length < leastOwn;
}

function partsOf({ email, phone, firstName = "", lastName = "", shopName }: PasswordOwner): string[] {
  const [local = "", domain = ""] = email.split("@");
  const names = [firstName, lastName, shopName, local, domain.replace(/\.[^.]*$/, "")];
  const words = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  const numbers = phone ? [phone, phone.replace(/^\+92/, "0")] : [];
  const plain = [email, ...words, ...numbers].map(plainOf).filter((part) => part.length >= shortestPart);
  // The longest first, so that a part of it does not leave the rest.
  return [...new Set(plain)].sort((one, other) => other.length - one.length);
}

/** Returns the letters and digits of a text, in lower case. */
function plainOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
