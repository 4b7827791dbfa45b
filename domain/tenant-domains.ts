/**
 * Domains under which a service gives each customer a mail domain. The Public Suffix List lacks them; without this
 * list, all customers would count as one company.
 */
export const TENANT_SUFFIXES: readonly string[] = [
  // https://learn.microsoft.com/microsoft-365/admin/setup/add-or-replace-your-onmicrosoftcom-domain; the others are its
  // US government and China variants.
  'onmicrosoft.com',
  'onmicrosoft.us',
  'partner.onmschina.cn',
  // https://support.zendesk.com/hc/en-us/articles/4408887388058
  'zendesk.com',
  // https://support.freshdesk.com/en/support/solutions/articles/50000009268-overview-of-email-channel
  'freshdesk.com',
  // https://community.atlassian.com/learning/lesson/configure-custom-email-addresses-for-an-organization
  'atlassian.net',
];

/**
 * Removes routing labels from a customer's domain: Exchange's hybrid domain (`fabrikam.mail.onmicrosoft.com`) and
 * Google Workspace's test alias (`fabrikam.com.test-google-a.com`).
 */
export function withoutRouting(host: string): string {
  return host
    .replace(/\.mail\.(onmicrosoft\.(?:com|us)|partner\.onmschina\.cn)$/, '.$1')
    .replace(/^(.+\.[a-z][a-z0-9-]+)\.test-google-a\.com$/, '$1');
}

/** Returns every domain that `withoutRouting` maps to `domain`, itself first. */
export function routingForms(domain: string): string[] {
  const hybrid = domain.replace(/\.(onmicrosoft\.(?:com|us)|partner\.onmschina\.cn)$/, '.mail.$1');
  return [...new Set([domain, hybrid, `${domain}.test-google-a.com`])];
}
