import { configurationSetActions } from './configuration-sets.ts';
import { SesError } from './errors.ts';
import { type ActionContext, sendEmail, sendRawEmail, sendTemplatedEmail } from './sending.ts';
import { topicArn } from './sns.ts';
import { assertTemplate, type Template } from './templates.ts';
import type { XmlValue } from './xml.ts';

type Result = { [name: string]: XmlValue };
type Action = (context: ActionContext) => Result | Promise<Result>;

const dayMs = 86_400_000;

/** The actions of the v1 Query API that are answered; anything else is InvalidAction. */
export const actions: Record<string, Action> = {
  SendEmail: sendEmail,
  SendRawEmail: sendRawEmail,
  SendTemplatedEmail: sendTemplatedEmail,
  ...configurationSetActions,

  GetSendQuota: ({ store }) => ({
    Max24HourSend: '50000.0',
    MaxSendRate: '14.0',
    SentLast24Hours: `${store.state().sent.filter(({ at }) => Date.now() - Date.parse(at) < dayMs).length}.0`,
  }),
  GetSendStatistics: ({ store }) => ({
    SendDataPoints: [...countByQuarterHour(store.state().sent.map(({ at }) => at))].map(
      ([Timestamp, DeliveryAttempts]) => ({
        Timestamp,
        DeliveryAttempts,
        Bounces: 0,
        Complaints: 0,
        Rejects: 0,
      }),
    ),
  }),
  GetAccountSendingEnabled: () => ({ Enabled: true }),

  CreateTemplate: ({ parameters, store }) => {
    const template = readTemplate({ parameters });
    const { templates } = store.state();
    if (templates.some(({ name }) => name === template.name)) {
      throw new SesError('AlreadyExists', `Template ${template.name} already exists.`, {
        details: { Name: template.name },
      });
    }
    store.setTemplates([...templates, template]);
    return {};
  },
  UpdateTemplate: ({ parameters, store }) => {
    const template = readTemplate({ parameters });
    getTemplate(store, template.name);
    store.setTemplates(
      store
        .state()
        .templates.map((known) => (known.name === template.name ? { ...template, createdAt: known.createdAt } : known)),
    );
    return {};
  },
  GetTemplate: ({ parameters, store }) => {
    const { name, subject, text, html } = getTemplate(store, parameters.get('TemplateName'));
    return { Template: { TemplateName: name, SubjectPart: subject, TextPart: text, HtmlPart: html } };
  },
  DeleteTemplate: ({ parameters, store }) => {
    const name = parameters.get('TemplateName');
    store.setTemplates(store.state().templates.filter((template) => template.name !== name));
    return {};
  },
  ListTemplates: ({ parameters, store }) => {
    const { templates } = store.state();
    const start = Number(parameters.find('NextToken') ?? 0);
    const end = start + Number(parameters.find('MaxItems') ?? 10);
    return {
      TemplatesMetadata: templates
        .slice(start, end)
        .map(({ name, createdAt }) => ({ Name: name, CreatedTimestamp: createdAt })),
      NextToken: end < templates.length ? String(end) : undefined,
    };
  },

  ListIdentities: ({ store }) => ({ Identities: [...store.state().verified, ...store.state().pending] }),
  VerifyEmailIdentity: ({ parameters, store }) => {
    askToVerify(store, parameters.get('EmailAddress'));
    return {};
  },
  VerifyDomainIdentity: ({ parameters, store }) => {
    askToVerify(store, parameters.get('Domain'));
    return { VerificationToken: 'c2FuZGJveC12ZXJpZmljYXRpb24tdG9rZW4=' };
  },
  DeleteIdentity: ({ parameters, store }) => {
    const identity = parameters.get('Identity').toLowerCase();
    const { verified, pending } = store.state();
    store.setIdentities({
      verified: verified.filter((known) => known !== identity),
      pending: pending.filter((known) => known !== identity),
    });
    return {};
  },
  GetIdentityNotificationAttributes: ({ parameters, store }) => {
    const { verified } = store.state();
    const known = parameters.list('Identities').filter((identity) => verified.includes(identity.toLowerCase()));
    const value = { BounceTopic: topicArn, ComplaintTopic: topicArn, ForwardingEnabled: false };
    return { NotificationAttributes: { entry: known.map((key) => ({ key, value })) } };
  },
  GetIdentityVerificationAttributes: ({ parameters, store }) => {
    const { verified, pending } = store.state();
    const known = parameters
      .list('Identities')
      .filter((identity) => [...verified, ...pending].includes(identity.toLowerCase()));
    return {
      VerificationAttributes: {
        entry: known.map((key) => ({
          key,
          value: { VerificationStatus: verified.includes(key.toLowerCase()) ? 'Success' : 'Pending' },
        })),
      },
    };
  },
};

function readTemplate({ parameters }: Pick<ActionContext, 'parameters'>): Template {
  const template = {
    name: parameters.get('Template.TemplateName'),
    subject: parameters.find('Template.SubjectPart') ?? '',
    text: parameters.find('Template.TextPart') ?? '',
    html: parameters.find('Template.HtmlPart') ?? '',
    createdAt: new Date().toISOString(),
  };
  assertTemplate(template);
  return template;
}

function getTemplate(store: ActionContext['store'], name: string): Template {
  const template = store.state().templates.find((candidate) => candidate.name === name);
  if (!template)
    throw new SesError('TemplateDoesNotExist', `Template ${name} does not exist.`, { details: { TemplateName: name } });
  return template;
}

function askToVerify(store: ActionContext['store'], identity: string): void {
  const name = identity.toLowerCase();
  const { verified, pending } = store.state();
  if (![...verified, ...pending].includes(name)) store.setIdentities({ verified, pending: [...pending, name] });
}

function countByQuarterHour(times: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const time of times) {
    const start = new Date(Math.floor(Date.parse(time) / 900_000) * 900_000).toISOString();
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  return counts;
}
