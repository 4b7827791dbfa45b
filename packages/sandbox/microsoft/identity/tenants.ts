import { consumerTenantId, isPersonal } from '#sandbox/microsoft/accounts.ts';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import type { Account } from '#sandbox/microsoft/state.ts';

/** Returns whether the path's first segment is a tenant: an alias, an id or a verified domain. */
export function isTenant(context: MicrosoftContext, tenant: string): boolean {
  const name = tenant.toLowerCase();
  return (
    ['common', 'organizations', 'consumers', consumerTenantId].includes(name) || accountsIn(context, name).length > 0
  );
}

/** Returns the accounts that may sign in through a tenant's endpoint. */
export function accountsIn({ state }: MicrosoftContext, tenant: string): Account[] {
  const name = tenant.toLowerCase();
  if (name === 'common') return [...state.accounts];
  if (name === 'organizations') return state.accounts.filter((account) => !isPersonal(account));
  if (name === 'consumers') return state.accounts.filter(isPersonal);
  return state.accounts.filter(({ tenantId, email }) => tenantId === name || email.endsWith(`@${name}`));
}

/** Returns the tenant as shown in the issuer; the placeholder `{tenantid}` for `common` and `organizations`. */
export function tenantInIssuer(context: MicrosoftContext, tenant: string): string {
  const name = tenant.toLowerCase();
  if (name === 'common' || name === 'organizations') return '{tenantid}';
  if (name === 'consumers') return consumerTenantId;
  return accountsIn(context, name)[0]?.tenantId ?? name;
}
