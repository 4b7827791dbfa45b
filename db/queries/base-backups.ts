import * as z from 'zod';
import { type Connection, sql } from '#db/sql.ts';

const ages = z.object({ backupAgeS: z.number().nullable(), archiveAgeS: z.number() });

/**
 * Returns the age in seconds of the newest base backup, null if none, and the seconds since a WAL segment was last
 * archived, 0 if archiving is off.
 */
export async function getBackupAges(connection: Connection) {
  return await connection.one(sql.type(ages)`
    select
      (select extract(epoch from now() - max(finished_at))::float8 from base_backups) as "backupAgeS",
      case when current_setting('archive_mode') = 'off' then 0
        else coalesce(extract(epoch from now() - coalesce(last_archived_time, stats_reset)), 0) end::float8 as "archiveAgeS"
    from pg_stat_archiver
  `);
}
