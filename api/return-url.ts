import { safeReturnPath } from '#domain/return-url.ts';
import type { ApiContext } from './context.ts';
import { invalid } from './errors.ts';

/** Returns the path to redirect to. @throws 400 if the URL is not on this site */
export function checkReturnUrl({ config }: ApiContext, field: string, url: string): string {
  const path = safeReturnPath(url, config.publicUrl);
  if (path === null) throw invalid({ [field]: `${field} must stay on this site` });
  return path;
}
