import type { OauthState } from '#contract/auth.ts';

/** The readable part of an OAuth state. It only guides the screen: the server verifies the flow. */
export type ReadState = Partial<Omit<OauthState, 'provider'>> & { provider?: string };

/**
 * Decodes the base64 JSON of an OAuth state; returns an empty object for unreadable input.
 * @param state from the URL, standard or URL-safe base64
 */
export function readOauthState(state: string | undefined): ReadState {
  if (!state) return {};
  try {
    const bytes = Uint8Array.from(atob(state.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof parsed !== 'object' || parsed === null) return {};
    const fields = new Map<string, unknown>(Object.entries(parsed));
    const purpose = fields.get('purpose');
    const provider = fields.get('provider');
    const returnUrl = fields.get('returnUrl');
    return {
      isPopup: fields.get('isPopup') === true,
      ...((purpose === 'calendar_connect' || purpose === 'login') && { purpose }),
      ...(typeof provider === 'string' && { provider }),
      ...(typeof returnUrl === 'string' && { returnUrl }),
    };
  } catch {
    // Forged or truncated: the callback screen treats it as a failed sign-in.
    return {};
  }
}
