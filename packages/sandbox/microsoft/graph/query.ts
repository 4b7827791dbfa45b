import type { Request } from 'express';

/**
 * Returns the query with lower-case names, since OData ignores case (`startdatetime` is `startDateTime`). If a
 * parameter is repeated, the last value counts.
 */
export function readParameters(req: Request): Map<string, string> {
  const { searchParams } = new URL(req.originalUrl, 'http://graph.test');
  return new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]));
}
