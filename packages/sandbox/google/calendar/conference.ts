import { randomInt, randomUUID } from 'node:crypto';
import type { GoogleEvent } from '#sandbox/google/state.ts';

/**
 * Returns the conference data to store: none unless `version` is 1. A create request creates a Meet room immediately.
 */
export function conference({ conferenceData }: GoogleEvent, version: number): GoogleEvent {
  if (version !== 1 || !conferenceData) return {};
  if (!conferenceData.createRequest) return { conferenceData };
  const letters = (count: number): string =>
    Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');
  const conferenceId = `${letters(3)}-${letters(4)}-${letters(3)}`;
  const hangoutLink = `https://meet.google.com/${conferenceId}`;
  return {
    hangoutLink,
    conferenceData: {
      conferenceId,
      conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet' },
      createRequest: {
        requestId: conferenceData.createRequest.requestId ?? randomUUID(),
        conferenceSolutionKey: { type: 'hangoutsMeet' },
        status: { statusCode: 'success' },
      },
      entryPoints: [{ entryPointType: 'video', uri: hangoutLink, label: hangoutLink.slice('https://'.length) }],
    },
  };
}
