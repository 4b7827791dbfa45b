import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { sql } from '#db/sql.ts';

/**
 * Returns what earlier queries left behind in the session of one of the pool's connections: settings, channels listened
 * to, temporary tables, locks and cursors. Prepared statements are shared on purpose.
 */
export async function listSessionState(pool: DatabasePool): Promise<readonly string[]> {
  return await pool.anyFirst(sql.type(z.object({ left: z.string() }))`
    select 'setting ' || name as left from pg_settings where source = 'session'
    union all
    select 'channel ' || channel from pg_listening_channels() as channel
    union all
    select 'table ' || relname from pg_class where relnamespace = pg_my_temp_schema() and relkind = 'r'
    union all
    select 'lock ' || objid from pg_locks where pid = pg_backend_pid() and locktype = 'advisory'
    union all
    select 'cursor ' || name from pg_cursors where is_holdable
    order by 1
  `);
}
