import * as z from 'zod';
import { sql, type Transaction } from '#db/sql.ts';

const remembered = z.object({ isNew: z.boolean(), isFirst: z.boolean() });

/** Records a sign-in from a device. `isNew`: the user had not used it before. `isFirst`: it is their first device. */
export async function rememberDevice(transaction: Transaction, { userId, name }: { userId: string; name: string }) {
  return await transaction.one(sql.type(remembered)`
    insert into known_devices as device (user_id, name) values (${userId}, ${name})
    on conflict (user_id, name) do update set last_seen_at = now()
    returning first_seen_at = last_seen_at as "isNew",
      not exists (select from known_devices where user_id = ${userId}) as "isFirst"
  `);
}
