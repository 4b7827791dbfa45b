import type { Provider } from '#contract/http.ts';

export function providerName(provider: Provider): string {
  return provider === 'google' ? 'Google' : 'Microsoft';
}
