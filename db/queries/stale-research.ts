import { sql } from '#db/sql.ts';

/**
 * Long gone, so that it counts also in the last minutes before the mail: what merely goes stale then is believed (domain/freshness.ts), what the reader
 * says is not.
 */
export const STALE = sql.fragment`to_timestamp(0)`;
