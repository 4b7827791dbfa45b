/** Closed lists of values with their types, shared by the contract's schemas, the database and the rules. */
export const PROVIDERS = ['google', 'microsoft'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const INTEGRATION_STATUSES = ['connected', 'reconnect_needed', 'disconnected'] as const;
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number];

/** Why an account does not sync. All but `reconnect_needed` and `not_configured` are retried automatically. */
export const SYNC_PROBLEM_CODES = [
  'reconnect_needed',
  'throttled',
  'unreachable',
  'calendar_gone',
  'not_configured',
  'refused',
  'unexpected',
] as const;
export type SyncProblemCode = (typeof SYNC_PROBLEM_CODES)[number];

export const MEETING_TYPES = ['internal', 'external', 'mixed'] as const;
export type MeetingType = (typeof MEETING_TYPES)[number];

export const RESPONSE_STATUSES = ['accepted', 'declined', 'tentative', 'needsAction'] as const;
export type ResponseStatus = (typeof RESPONSE_STATUSES)[number];

/**
 * State of a meeting's research. `none`: not wanted (internal, declined, all-day ...). `failed`: parked for a retry, or
 * stopped by the quota or the daily cost cap.
 */
export const RESEARCH_STATES = ['none', 'pending', 'running', 'completed', 'failed'] as const;
export type ResearchState = (typeof RESEARCH_STATES)[number];

export const BRIEFING_STATES = ['none', 'scheduled', 'sending', 'sent', 'unknown', 'skipped', 'failed'] as const;
export type BriefingState = (typeof BRIEFING_STATES)[number];

/** Languages of briefings. */
export const BRIEFING_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ja'] as const;
export type BriefingLanguage = (typeof BRIEFING_LANGUAGES)[number];

export const HOUR_CYCLES = ['h12', 'h23'] as const;
export type HourCycle = (typeof HOUR_CYCLES)[number];

/** Chat services briefings can be posted to. */
export const CHANNEL_KINDS = ['slack', 'teams'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Events webhooks can subscribe to. */
export const WEBHOOK_EVENTS = ['briefing.ready', 'briefing.sent', 'meeting.changed'] as const;

/** Categories of a report's insights and opportunities. */
export const INSIGHT_CATEGORIES = [
  'Business',
  'Company',
  'Competition',
  'Customers',
  'Finance',
  'Funding',
  'Growth',
  'Hiring',
  'Leadership',
  'Market',
  'News',
  'Operations',
  'Partnership',
  'People',
  'Product',
  'Regulation',
  'Risk',
  'Strategy',
  'Technology',
] as const;

/** The effort a recommendation takes. */
export const EFFORTS = ['low', 'medium', 'high'] as const;
