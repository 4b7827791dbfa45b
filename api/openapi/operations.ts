import * as account from '#contract/account.ts';
import * as admin from '#contract/admin.ts';
import * as adminWhitelist from '#contract/admin-whitelist.ts';
import * as auth from '#contract/auth.ts';
import * as briefings from '#contract/briefings.ts';
import * as calendar from '#contract/calendar.ts';
import * as channels from '#contract/channels.ts';
import * as contact from '#contract/contact.ts';
import * as factors from '#contract/factors.ts';
import * as feedback from '#contract/feedback.ts';
import type { Endpoint, RawEndpoint } from '#contract/http.ts';
import * as mcp from '#contract/mcp.ts';
import * as meetings from '#contract/meetings.ts';
import * as newsletter from '#contract/newsletter.ts';
import * as objections from '#contract/objections.ts';
import * as offering from '#contract/offering.ts';
import * as outgoingWebhooks from '#contract/outgoing-webhooks.ts';
import * as push from '#contract/push.ts';
import * as research from '#contract/research.ts';
import * as service from '#contract/service.ts';
import * as shares from '#contract/shares.ts';
import * as subscriptions from '#contract/subscriptions.ts';
import * as tokens from '#contract/tokens.ts';
import * as unsubscribe from '#contract/unsubscribe.ts';
import * as users from '#contract/users.ts';
import * as webhooks from '#contract/webhooks.ts';

type Noun = { tag: string; description: string; contract: Record<string, unknown> };

/** Contract files with calls, in the document's order. A test fails if one is missing. */
export const nouns: readonly Noun[] = [
  { tag: 'Auth', description: 'Accounts, passwords, sessions, sign-in at a provider', contract: auth },
  { tag: 'Users', description: 'Profile, excluded domains, briefing preferences', contract: users },
  { tag: 'Offering', description: 'What the own company offers', contract: offering },
  { tag: 'Account', description: 'Taking everything along, and leaving', contract: account },
  { tag: 'Factors', description: 'The second factor of an account', contract: factors },
  { tag: 'Tokens', description: 'Personal access tokens, for other tools of the user', contract: tokens },
  { tag: 'Channels', description: 'Briefings in Slack and Teams', contract: channels },
  { tag: 'Outgoing webhooks', description: 'Telling other tools of the user', contract: outgoingWebhooks },
  { tag: 'Push', description: 'Telling the browsers of the user', contract: push },
  { tag: 'MCP', description: 'For AI assistants', contract: mcp },
  { tag: 'Calendar', description: 'Connected calendar accounts', contract: calendar },
  { tag: 'Meetings', description: 'What the calendars hold, and meetings entered by hand', contract: meetings },
  { tag: 'Research', description: 'What was found out about guests and their companies', contract: research },
  { tag: 'Briefings', description: 'What was mailed, and why other things were not', contract: briefings },
  { tag: 'Shared briefings', description: 'Links that show a briefing without an account', contract: shares },
  { tag: 'Feedback', description: 'One-click links of a briefing', contract: feedback },
  { tag: 'Subscriptions', description: 'Plan, usage and trial', contract: subscriptions },
  { tag: 'Contact', description: 'Sales and support', contract: contact },
  { tag: 'Newsletter', description: 'Double opt-in', contract: newsletter },
  { tag: 'Unsubscribing', description: 'Out of mails, without signing in', contract: unsubscribe },
  { tag: 'Admin', description: 'For administrators', contract: admin },
  { tag: 'Whitelist', description: 'Addresses with full access; for administrators', contract: adminWhitelist },
  {
    tag: 'Objections',
    description: 'Guests who are not to be researched; the list is for administrators',
    contract: objections,
  },
  { tag: 'Webhooks', description: 'For the machines of mail service and calendars', contract: webhooks },
  { tag: 'Service', description: 'Probes, figures and this document', contract: service },
];

export type Operation = {
  /** Name of the endpoint in its file; as stable as the contract. */
  id: string;
  tag: string;
  endpoint: Endpoint | RawEndpoint;
};

/** Every route except pages. */
export const operations: readonly Operation[] = nouns.flatMap(({ tag, contract }) =>
  Object.entries(contract).flatMap(([id, endpoint]) => (isEndpoint(endpoint) ? [{ id, tag, endpoint }] : [])),
);

function isEndpoint(value: unknown): value is Endpoint | RawEndpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'summary' in value;
}
