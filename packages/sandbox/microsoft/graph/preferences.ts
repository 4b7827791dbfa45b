import type { Request, Response } from 'express';
import { GraphError } from '#sandbox/microsoft/errors.ts';
import { requireZone } from '#sandbox/microsoft/graph/time.ts';

/** A caller's preferences from `Prefer`. */
export type Preferences = {
  /** The zone's name as given, `UTC` by default; start and end repeat it. */
  timeZone: string;
  immutableIds: boolean;
  bodyContentType: 'html' | 'text';
  maxPageSize: number | undefined;
};

/**
 * Reads all `Prefer` headers, on one or several lines, quoted or not, case-insensitive, and sets `Preference-Applied`.
 * @throws 400 for an unknown time zone or an invalid page size
 */
export function readPreferences(req: Request, res: Response, also: string[] = []): Preferences {
  const given = new Map<string, string>();
  for (const [, name = '', quoted, plain] of (req.get('prefer') ?? '').matchAll(
    /([\w.-]+)\s*(?:=\s*(?:"([^"]*)"|([^,;\s]+)))?/g,
  )) {
    given.set(name.toLowerCase(), (quoted ?? plain ?? '').trim());
  }
  const applied = [...also];
  const timeZone = given.get('outlook.timezone');
  if (timeZone !== undefined) {
    requireZone(timeZone);
    applied.push(`outlook.timezone="${timeZone}"`);
  }
  const bodyContentType = given.get('outlook.body-content-type')?.toLowerCase();
  if (bodyContentType === 'html' || bodyContentType === 'text')
    applied.push(`outlook.body-content-type="${bodyContentType}"`);
  const immutableIds = given.get('idtype')?.toLowerCase() === 'immutableid';
  if (immutableIds) applied.push('IdType="ImmutableId"');
  const maxPageSize = readPageSize(given.get('odata.maxpagesize') ?? given.get('maxpagesize'));
  if (maxPageSize !== undefined) applied.push(`odata.maxpagesize=${maxPageSize}`);
  if (applied.length > 0) res.set('preference-applied', applied.join(','));
  return {
    timeZone: timeZone ?? 'UTC',
    immutableIds,
    bodyContentType: bodyContentType === 'text' ? 'text' : 'html',
    maxPageSize,
  };
}

function readPageSize(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const size = Number(text);
  if (Number.isInteger(size) && size > 0) return size;
  throw new GraphError(
    400,
    'ErrorInvalidRequest',
    `The value '${text}' of the preference odata.maxpagesize is invalid.`,
  );
}
