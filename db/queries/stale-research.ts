import { sql } from '#db/sql.ts';

/**
 * Far in the past, so that it counts even right before the mail: research that goes stale then is still used
 * (domain/freshness.ts), but not against the reader's word.
 */
export const STALE = sql.fragment`to_timestamp(0)`;
