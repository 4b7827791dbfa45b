import type { OauthMessage } from '#contract/auth.ts';
import type { Provider } from '#contract/http.ts';
import { readOauthState } from '#web/auth/oauth-state.ts';
import { safePath } from '#web/auth/safe-path.ts';

const FAILURE_DELAY_MS = 3000;
const POPUP_CLOSE_DELAY_MS = 1000;

export type CallbackInput = {
  code?: string;
  state?: string;
  error?: string;
  error_description?: string;
  factor?: string;
  /** Set on return from the page where an administrator approves the app; with `error` if they did not. */
  admin_consent?: string;
};

/** The action to take on return from a consent page (specification section 4, "OAuth callback"). */
export type CallbackPlan =
  /** Post to the opener, then close. `title` is the heading if it failed. */
  | { kind: 'post'; message: OauthMessage; title: string; failure: string | null; closeAfterMs: number }
  /** Connect the calendar here, then go back. */
  | { kind: 'connect'; provider: Provider; code: string; state: string; returnTo: string }
  /**
   * A login without popup: check the session. `returnTo` only matters with a second factor; without one, the
   * server redirects there itself.
   */
  | { kind: 'login'; returnTo: string }
  /** Show an administrator the outcome, and stay: they don't need an account. */
  | { kind: 'admin-consent'; isGiven: boolean }
  /** Show the error, then leave; a popup (`goTo` null) closes. */
  | { kind: 'fail'; title: string; failure: string; goTo: string | null; afterMs: number };

/** Decides what to do on return from a consent page. @param hasOpener whether this window still has an opener */
export function planCallback(input: CallbackInput, hasOpener: boolean): CallbackPlan {
  const { code, state = '', error } = input;
  if (input.admin_consent !== undefined) return { kind: 'admin-consent', isGiven: error === undefined };
  const { purpose, provider: named, isPopup: wasPopup = false, returnUrl } = readOauthState(state);
  const provider = named === 'google' || named === 'microsoft' ? named : null;
  const isPopup = wasPopup && hasOpener;
  // Without a readable purpose the user goes to the login page, so the title is about signing in.
  const title = purpose === 'calendar_connect' ? 'Not connected' : 'Not signed in';
  const returnTo = safePath(returnUrl, '/app/integrations');

  if (error !== undefined) {
    const failure = describeError(error, input.error_description);
    if (isPopup) {
      const message: OauthMessage = { type: 'oauth-callback', ...(provider && { provider }), error: failure, state };
      // Without a provider the opener ignores the message, so the error is shown here before the popup closes.
      return { kind: 'post', message, title, failure, closeAfterMs: provider ? 0 : FAILURE_DELAY_MS };
    }
    return { kind: 'fail', title, failure, goTo: '/login', afterMs: FAILURE_DELAY_MS };
  }
  if (purpose === 'calendar_connect' && code) {
    if (!provider) {
      const failure = `Invalid OAuth provider: ${named ?? ''}`;
      return { kind: 'fail', title, failure, goTo: isPopup ? null : returnTo, afterMs: FAILURE_DELAY_MS };
    }
    if (!isPopup) return { kind: 'connect', provider, code, state, returnTo };
    const message = { type: 'oauth-callback', provider, code, state } as const;
    return { kind: 'post', message, title, failure: null, closeAfterMs: POPUP_CLOSE_DELAY_MS };
  }
  if (purpose === 'calendar_connect' && isPopup && provider) {
    const message = { type: 'oauth-callback', provider, state } as const;
    return { kind: 'post', message, title, failure: 'Authentication failed', closeAfterMs: 0 };
  }
  if (purpose === 'login') {
    if (!isPopup) return { kind: 'login', returnTo: safePath(returnUrl, '/app') };
    const message = { type: 'oauth-login-callback', success: true } as const;
    return { kind: 'post', message, title, failure: null, closeAfterMs: POPUP_CLOSE_DELAY_MS };
  }
  const goTo = isPopup ? null : '/login';
  return { kind: 'fail', title, failure: 'Authentication failed', goTo, afterMs: FAILURE_DELAY_MS };
}

/** Returns the vendor's description of an error, or our own if there is none or it is meant for developers. */
function describeError(error: string, description: string | undefined): string {
  if (description && !MICROSOFT_DIAGNOSTICS.test(description)) return description;
  return ERROR_TEXTS.get(error) ?? 'Authentication failed';
}

/** Microsoft's descriptions begin with an error number and end with trace ids. */
const MICROSOFT_DIAGNOSTICS = /^AADSTS\d+:/;

const NEEDS_ADMIN =
  'Your organization requires an administrator’s approval. Ask your administrator to allow Foreword, then try again.';
const OUTAGE = 'The sign-in service is having problems. Please try again in a few minutes.';
const ERROR_TEXTS: ReadonlyMap<string, string> = new Map([
  ['access_denied', 'Authentication cancelled'],
  ['consent_required', NEEDS_ADMIN],
  ['admin_policy_enforced', NEEDS_ADMIN],
  ['server_error', OUTAGE],
  ['temporarily_unavailable', OUTAGE],
]);
