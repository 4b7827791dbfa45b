import type { Meter } from '@opentelemetry/api';
import type { Listed } from '#db/sql.ts';
import type { Logger } from '#telemetry/logger.ts';

/** Returns the readable items of a list, and reports the others. */
export type Readable = <T>(list: string, rows: readonly Listed<T>[]) => T[];

/** Creates the function that leaves unreadable rows out of lists. They are logged and count towards an alert. */
export function createReadable({ meter, logger }: { meter: Meter; logger: Logger }): Readable {
  const unreadable = meter.createCounter('foreword.rows.unreadable', {
    description: 'Rows left out of lists because this build cannot read them',
    unit: '{row}',
  });
  unreadable.add(0);
  return (list, rows) => {
    const ids = rows.filter(({ item }) => item === null).map(({ id }) => id);
    if (ids.length > 0) {
      unreadable.add(ids.length);
      logger.error({ list, ids }, 'left unreadable rows out of a list');
    }
    return rows.flatMap(({ item }) => (item === null ? [] : [item]));
  };
}
