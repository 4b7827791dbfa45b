import type { Provider } from '#contract/http.ts';
import { notify } from '#web/ui/notify.ts';
import { providerName } from './provider-name.ts';

export function notifyConnected(provider: Provider): void {
  const title = `${providerName(provider)} Calendar connected with auto-sync enabled!`;
  notify({ tone: 'success', title, durationMs: 5000 });
}
