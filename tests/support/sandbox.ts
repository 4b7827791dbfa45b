import { createGoogle, type GoogleVendor } from '#sandbox/google/google.ts';
import { createMicrosoft, type MicrosoftVendor } from '#sandbox/microsoft/microsoft.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import { createStripe } from '#sandbox/stripe/stripe.ts';
import { createTurnstile } from '#sandbox/turnstile/turnstile.ts';
import type { Vendor } from '#sandbox/vendor.ts';

export type Sandbox = {
  google: Started<GoogleVendor>;
  microsoft: Started<MicrosoftVendor>;
  stripe: Started<Vendor>;
  turnstile: Started<Vendor>;
  /** Posts to a vendor's `/_control`. */
  control: (vendor: { url: string }, path: string, body: unknown) => Promise<unknown>;
  close: () => Promise<void>;
};

/** Starts the API's vendors in this process. */
export async function startSandbox(): Promise<Sandbox> {
  const [google, microsoft, stripe, turnstile] = await Promise.all([
    startVendor(createGoogle),
    startVendor(createMicrosoft),
    // Its webhooks go nowhere; tests forward the events they need.
    startVendor(createStripe, { productUrl: 'http://127.0.0.1:9' }),
    startVendor(createTurnstile),
  ]);
  return {
    google,
    microsoft,
    stripe,
    turnstile,
    control: async ({ url }, path, body) => {
      const response = await fetch(`${url}/_control${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`/_control${path} returned ${response.status}: ${await response.text()}`);
      return await response.json();
    },
    close: async () => {
      await Promise.all([google.close(), microsoft.close(), stripe.close(), turnstile.close()]);
    },
  };
}

/**
 * Answers Google's or Microsoft's consent page as a user would. Returns the URL of the redirect back.
 * @param tick the calendar scopes to leave ticked; all by default
 */
export async function answerConsent(
  authorizationUrl: string,
  answer: { account: string; tick?: string[] } | 'cancel',
): Promise<URL> {
  const page = await (await fetch(authorizationUrl)).text();
  const offered = [...page.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope = '']) => scope);
  const form = new URLSearchParams({ decision: answer === 'cancel' ? 'cancel' : 'allow' });
  if (answer !== 'cancel') {
    form.set('account', answer.account);
    for (const scope of answer.tick ?? offered) form.append('scope', scope);
  }
  const response = await fetch(authorizationUrl, { method: 'POST', body: form, redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`the consent page returned ${response.status}: ${await response.text()}`);
  return new URL(location);
}
