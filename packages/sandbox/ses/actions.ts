import { VERIFIED } from './addresses.ts';
import { type ActionContext, sendEmail, sendRawEmail } from './sending.ts';
import type { XmlValue } from './xml.ts';

type Result = { [name: string]: XmlValue };
type Action = (context: ActionContext) => Result | Promise<Result>;

const dayMs = 86_400_000;

/** The supported actions of the v1 Query API; anything else is InvalidAction. */
export const actions: Record<string, Action> = {
  SendEmail: sendEmail,
  SendRawEmail: sendRawEmail,

  GetSendQuota: ({ store }) => ({
    Max24HourSend: '50000.0',
    MaxSendRate: '14.0',
    SentLast24Hours: `${store.state().sent.filter(({ at }) => Date.now() - Date.parse(at) < dayMs).length}.0`,
  }),

  GetIdentityVerificationAttributes: ({ parameters }) => {
    const known = parameters.list('Identities').filter((identity) => VERIFIED.includes(identity.toLowerCase()));
    return {
      VerificationAttributes: { entry: known.map((key) => ({ key, value: { VerificationStatus: 'Success' } })) },
    };
  },
};
