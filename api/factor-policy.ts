import type { Role } from '#contract/auth.ts';
import type { ApiConfig } from './config.ts';

/** Whether an account of this role has to have a second factor at this installation. */
export function isFactorRequired({ isAdminFactorRequired }: ApiConfig, role: Role): boolean {
  return isAdminFactorRequired && role !== 'user';
}
