/** What somebody may do, least first. */
export const roles = ["customer", "shop_manager", "administrator"] as const;
export type Role = (typeof roles)[number];

/** Somebody with an account. */
export interface User {
  id: number;
  email: string;
  /** International form ("+923001234567"), or null. */
  phone: string | null;
  firstName: string;
  lastName: string;
  role: Role;
  createdAt: Date;
  /** Since when the account lets nobody in; null: it does. */
  disabledAt: Date | null;
}

/** Somebody who has just shown that he knows the password, or has chosen it. It is worth something as long as that password is his. */
export interface ProvenUser {
  user: User;
  /** The hash that the password was compared with. */
  passwordHash: string;
}
