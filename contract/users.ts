import * as z from 'zod';
import { BRIEFING_LANGUAGES, HOUR_CYCLES } from '#domain/enumerations.ts';
import { currentPassword } from './auth.ts';
import { email, endpoint } from './http.ts';
import { domainName, line, locale, paragraphs, timeZone } from './text.ts';

/** Why mail to an address is stopped: it bounced permanently, or its owner reported spam. */
export const suppressionReason = z.enum(['bounce', 'complaint']);

export const briefingLanguage = z.enum(
  BRIEFING_LANGUAGES,
  `Please choose a briefing language: ${BRIEFING_LANGUAGES.join(', ')}`,
);
export const hourCycle = z.enum(HOUR_CYCLES, `Please choose a clock: ${HOUR_CYCLES.join(', ')}`);

export const profile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  companyDomain: z.string().nullable(),
  /** This and the next two: in the user's words, for the model that writes briefings; null if not given. */
  jobTitle: z.string().nullable(),
  /** Their company's products or services. */
  offering: z.string().nullable(),
  /** Their usual goal for meetings. */
  meetingGoal: z.string().nullable(),
  timezone: z.string(),
  /** Language of briefings and emails. */
  briefingLanguage,
  /** BCP 47 locale for dates and numbers. */
  locale: z.string(),
  /** 12 or 24 hours; null: as usual in the locale. */
  hourCycle: hourCycle.nullable(),
  emailNotifications: z.boolean(),
  /** Null while mail goes to the address; changing the address resets it. */
  mailStopped: suppressionReason.nullable(),
});
export type Profile = z.infer<typeof profile>;

export const getProfile = endpoint('get /users/profile', {
  access: 'session',
  summary: 'The profile of the signed-in user',
  data: z.object({ user: profile }),
});

const profileName = line(100).min(1, 'Please enter your name');

/**
 * Takes only the fields to change. A new address takes effect once the link emailed to it is followed; until then the
 * old one stays in use. An email to the old one announces the change.
 */
export const updateProfile = endpoint('put /users/profile', {
  access: 'session',
  summary: 'Change the profile; a new address must be confirmed first',
  description:
    'An empty `jobTitle`, `offering` or `meetingGoal` clears it. `locale` is a BCP 47 tag; `hourCycle` null uses the locale’s clock. A new `email` requires `currentPassword` if the sign-in is older than 15 minutes (users without a password sign in again), and a second factor given within the last ten minutes, if the account has one.',
  errors: ['PASSWORD_REQUIRED', 'FACTOR_REQUIRED'],
  example: {
    firstName: 'Robin',
    lastName: 'Vale',
    email: 'robin@harborline.test',
    companyDomain: 'harborline.test',
    jobTitle: 'Head of Sales',
    offering: 'Sensors that tell shippers where their containers are.',
    meetingGoal: 'Find out who decides, and by when.',
    timezone: 'Europe/Lisbon',
    briefingLanguage: 'pt',
    locale: 'pt-PT',
    hourCycle: 'h23',
    emailNotifications: true,
  },
  body: z
    .strictObject({
      firstName: profileName,
      lastName: profileName,
      email,
      companyDomain: domainName,
      jobTitle: line(100),
      offering: paragraphs(1000),
      meetingGoal: paragraphs(500),
      timezone: timeZone,
      briefingLanguage,
      locale,
      hourCycle: hourCycle.nullable(),
      emailNotifications: z.boolean(),
      currentPassword,
    })
    .partial()
    .refine((changes) => Object.keys(changes).some((field) => field !== 'currentPassword'), 'No changes to save'),
  data: z.object({ user: profile, message: z.string() }),
});
export type ProfileChanges = Omit<z.output<(typeof updateProfile)['body']>, 'currentPassword'>;

/** Guests from these domains and their subdomains do not make a meeting external. */
const domainBlacklist = z.object({ excludedDomains: z.array(z.string()), message: z.string() });

export const getDomainBlacklist = endpoint('get /users/domain-blacklist', {
  access: 'subscriber',
  scope: 'read',
  summary: 'Domains that count as internal, in alphabetical order',
  data: domainBlacklist,
});

export const addBlacklistDomain = endpoint('post /users/domain-blacklist', {
  access: 'subscriber',
  scope: 'write',
  summary: 'Exclude a domain; safe to repeat',
  example: { domain: 'zoom.us' },
  body: z.strictObject({ domain: domainName }),
  data: domainBlacklist,
});

export const removeBlacklistDomain = endpoint('delete /users/domain-blacklist/:domain', {
  access: 'subscriber',
  scope: 'write',
  summary: 'Stop excluding a domain',
  errors: ['NOT_FOUND'],
  params: z.object({ domain: domainName }),
  data: domainBlacklist,
});

const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 22:00');

/** A briefing's lead time: it is due this many minutes before the meeting. */
export const leadMinutes = z.number().int().min(1).max(2880);

export const briefingPreferences = z.strictObject({
  leadMinutes,
  /** Clock times in the user's time zone; the end may be on the next day. Null: mail at any hour. */
  quietHours: z
    .strictObject({ start: clockTime, end: clockTime })
    .refine(({ start, end }) => start !== end, { path: ['end'], message: 'must differ from the start time' })
    .nullable(),
  /** One morning email with the day's meetings; those found later are briefed individually. */
  digest: z.boolean(),
  paused: z.boolean(),
});
export type BriefingPreferences = z.infer<typeof briefingPreferences>;

export const getBriefingPreferences = endpoint('get /users/briefing-preferences', {
  access: 'subscriber',
  scope: 'read',
  summary: 'When briefings are sent',
  data: z.object({ preferences: briefingPreferences }),
});

export const setBriefingPreferences = endpoint('put /users/briefing-preferences', {
  access: 'subscriber',
  scope: 'write',
  summary: 'Replace the briefing preferences',
  example: { leadMinutes: 120, quietHours: { start: '22:00', end: '07:00' }, digest: false, paused: false },
  body: briefingPreferences,
  data: z.object({ preferences: briefingPreferences }),
});
