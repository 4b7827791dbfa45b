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

/** The contract files that define calls, in the document's order. A test fails if one is missing. */
export const nouns: readonly Noun[] = [
  { tag: 'Auth', description: 'Accounts, passwords, sessions, sign-in with a provider', contract: auth },
  { tag: 'Users', description: 'Profile, excluded domains, briefing preferences', contract: users },
  { tag: 'Offering', description: 'Suggested description of what the user’s company offers', contract: offering },
  { tag: 'Account', description: 'Data export and account deletion', contract: account },
  { tag: 'Factors', description: 'Second factors: authenticator app, passkeys, recovery codes', contract: factors },
  { tag: 'Tokens', description: 'Personal access tokens for other tools', contract: tokens },
  { tag: 'Channels', description: 'Briefings in Slack and Teams', contract: channels },
  { tag: 'Outgoing webhooks', description: 'Events sent to other tools', contract: outgoingWebhooks },
  { tag: 'Push', description: 'Browser notifications', contract: push },
  { tag: 'MCP', description: 'For AI assistants', contract: mcp },
  { tag: 'Calendar', description: 'Connected calendar accounts', contract: calendar },
  { tag: 'Meetings', description: 'Meetings from calendars, and manually created ones', contract: meetings },
  { tag: 'Research', description: 'Findings about guests and their companies', contract: research },
  { tag: 'Briefings', description: 'Briefings sent, and why others were not', contract: briefings },
  { tag: 'Shared briefings', description: 'Links that show a briefing without an account', contract: shares },
  { tag: 'Feedback', description: 'One-click links in briefings', contract: feedback },
  { tag: 'Subscriptions', description: 'Plan, usage and trial', contract: subscriptions },
  { tag: 'Contact', description: 'Messages to sales and support', contract: contact },
  { tag: 'Newsletter', description: 'Subscription with double opt-in', contract: newsletter },
  { tag: 'Unsubscribing', description: 'Stopping emails without signing in', contract: unsubscribe },
  { tag: 'Admin', description: 'Overview, feedback and audit log; for administrators', contract: admin },
  { tag: 'Whitelist', description: 'Addresses with full access; for administrators', contract: adminWhitelist },
  {
    tag: 'Objections',
    description: 'Guests and companies that must not be researched; the list is for administrators',
    contract: objections,
  },
  { tag: 'Webhooks', description: 'Called by the payment, mail and calendar providers', contract: webhooks },
  { tag: 'Service', description: 'Probes, metrics and this document', contract: service },
];

export type Operation = {
  /** Name of the endpoint in its contract file, so it is as stable as the contract. */
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
