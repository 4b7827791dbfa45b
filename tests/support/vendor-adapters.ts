import { createSesMail, type SesSettings } from '#providers/mail/ses.ts';
import { createAnthropicModel } from '#providers/research/anthropic.ts';
import { createAnthropic } from '#sandbox/anthropic/anthropic.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { MODELS } from './research-models.ts';

type AtSandbox = { url: string };

/** Starts a sandboxed Anthropic that answers without delay. */
export const startAnthropic = () => startVendor((options) => createAnthropic({ ...options, latencyMs: [0, 0] }));

/** Creates the product's adapter for a sandboxed Anthropic. */
export function createSandboxModel({ url }: AtSandbox, options: { timeoutMs?: number } = {}) {
  return createAnthropicModel({ apiKey: 'sk-ant-sandbox', baseUrl: url, models: MODELS, ...options });
}

/** Creates the product's adapter for a sandboxed SES. */
export function createSandboxMail({ url }: AtSandbox, options: Partial<SesSettings> = {}) {
  return createSesMail({
    accessKeyId: 'sandbox',
    secretAccessKey: 'sandbox',
    region: 'eu-west-1',
    baseUrl: url,
    from: { name: 'Foreword', address: 'briefings@foreword.test' },
    ...options,
  });
}
