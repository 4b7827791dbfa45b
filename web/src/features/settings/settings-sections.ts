/** The settings sections in order; `id` is the URL hash. */
export const settingsSections = [
  { id: 'calendars', title: 'Calendar Services' },
  { id: 'briefings', title: 'Briefings' },
  { id: 'channels', title: 'Slack and Teams' },
  { id: 'blacklist', title: 'Domain Blacklist' },
  { id: 'domains', title: 'Domain Analytics' },
  { id: 'subscription', title: 'Subscription and Billing' },
  { id: 'account', title: 'Account and Security' },
  { id: 'tools', title: 'Access for other tools' },
  { id: 'device', title: 'This device' },
  { id: 'appearance', title: 'Appearance' },
] as const;

export type SettingsSectionId = (typeof settingsSections)[number]['id'];
