/** The settings sections in order; `id` is the URL hash. */
export const settingsSections = [
  { id: 'calendars', title: 'Calendar Services', text: 'The calendars your meetings come from.' },
  { id: 'briefings', title: 'Briefings', text: 'When briefings arrive, and when they don’t.' },
  {
    id: 'channels',
    title: 'Slack and Teams',
    text: 'Get briefings as messages, alongside email or instead of it.',
  },
  {
    id: 'blacklist',
    title: 'Domain Blacklist',
    text: 'Guests from these domains count as internal, for example tools, agencies or sister companies.',
  },
  { id: 'domains', title: 'Domain Analytics', text: 'Who you meet and how often.' },
  { id: 'subscription', title: 'Subscription and Billing', text: 'Your plan and what’s left this month.' },
  {
    id: 'account',
    title: 'Account and Security',
    text: 'Password, second factor, sessions, your data, and closing your account.',
  },
  { id: 'tools', title: 'Access for other tools', text: 'Access tokens and webhooks for your own tools.' },
  { id: 'device', title: 'This device', text: 'What stays in this browser while you are signed in.' },
  { id: 'appearance', title: 'Appearance', text: 'For this browser only.' },
] as const;

export type SettingsSectionId = (typeof settingsSections)[number]['id'];
