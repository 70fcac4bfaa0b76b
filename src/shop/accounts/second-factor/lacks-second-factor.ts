import { sql } from "drizzle-orm";
import { users } from "#db/tables/accounts.ts";
import { settingDefinitions } from "../../settings/setting-definitions.ts";
import type { Role } from "../user.ts";

/** SQL condition: the row of `users` is a member of staff without the second factor that the shop requires. */
export const lacksSecondFactor = sql`(${users.role} <> 'customer' and coalesce((select value #>> '{}' from settings
  where key = 'staff_second_factor'), ${sql.raw(`'${settingDefinitions.staff_second_factor.default}'`)}) = 'required'
  and not exists (select from second_factors f where f.user_id = ${users.id})
  and not exists (select from passkeys p where p.user_id = ${users.id}))`;

/** SQL for the role that a session grants: a member of staff who lacks the required second factor acts as a customer. */
export const grantedRole = sql<Role>`case when ${lacksSecondFactor} then 'customer' else ${users.role} end`;
