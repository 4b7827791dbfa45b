import type { Role } from '#contract/auth.ts';
import type { ApiConfig } from './config.ts';

/** Returns whether accounts with this role need a second factor. */
export function isFactorRequired({ isAdminFactorRequired }: ApiConfig, role: Role): boolean {
  return isAdminFactorRequired && role !== 'user';
}
