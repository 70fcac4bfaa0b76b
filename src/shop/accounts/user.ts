/** Roles, least permissions first. */
export const roles = ["customer", "shop_manager", "administrator"] as const;
export type Role = (typeof roles)[number];

/** A user account. */
export interface User {
  id: number;
  email: string;
  /** International form ("+923001234567"), or null. */
  phone: string | null;
  firstName: string;
  lastName: string;
  role: Role;
  createdAt: Date;
  /** When the account was disabled; null: enabled. */
  disabledAt: Date | null;
}

/** A user who has just entered or set the password. Valid while the password stays the same. */
export interface ProvenUser {
  user: User;
  /** The hash that the password was compared with. */
  passwordHash: string;
}
