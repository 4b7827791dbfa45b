import type { Locator, Page } from 'playwright';

/** The ids and tokens in the URLs of screens with personal content. */
export type ScreenKeys = {
  meetingId: string;
  tokens: Record<'shared' | 'feedback' | 'confirm' | 'object' | 'leaveNewsletter' | 'leaveBriefings', string>;
};

export type Screen = {
  /** The visitor's role. A stranger has an account without a subscription. */
  role: 'visitor' | 'customer' | 'stranger' | 'admin';
  /** The URL if the route has parameters or needs a query. */
  path?: (keys: ScreenKeys) => string;
  /** Focused first, because part of the screen loads on focus. */
  touched?: (page: Page) => Locator;
  /** Elements that are all in the page once the screen has loaded. */
  ready: (page: Page) => Locator[];
};

const heading = (name: string) => (page: Page) => [page.getByRole('heading', { level: 1, name })];
const text = (words: string) => (page: Page) => [page.getByText(words).first()];
/** The last element to appear on a public page. */
const publicPage = (page: Page) => [page.getByRole('radio', { name: 'Match device' })];
/** The sandbox's widget shows this once verified. */
const verified = (page: Page) => [page.frameLocator('iframe').getByText('Success!')];

/**
 * Every screen of the product by route, for tests that apply to all (tests/e2e/looked-at.test.ts keeps it complete).
 */
export const screens: Record<
  string,
  Screen & { /** The test file that checks it at all widths and themes. */ lookedAtIn: string }
> = {
  '/': {
    lookedAtIn: 'public-pages',
    role: 'visitor',
    touched: (page) => page.getByLabel('Email'),
    ready: (page) => [...publicPage(page), ...verified(page)],
  },
  '/admin': { lookedAtIn: 'bot-check-and-admin', role: 'visitor', ready: verified },
  '/admin/dashboard': { lookedAtIn: 'admin', role: 'admin', ready: heading('Overview') },
  '/admin/dashboard/audit-log': { lookedAtIn: 'admin', role: 'admin', ready: heading('Audit log') },
  '/admin/dashboard/objections': { lookedAtIn: 'objections', role: 'admin', ready: heading('Objections') },
  '/admin/dashboard/whitelist': {
    lookedAtIn: 'admin',
    role: 'admin',
    ready: (page) => [page.getByRole('button', { name: /^Remove / }).first()],
  },
  '/app': { lookedAtIn: 'screens', role: 'customer', ready: text('Brightwater: intro call') },
  '/app/analytics': {
    lookedAtIn: 'screens',
    role: 'customer',
    ready: (page) => [page.getByRole('button', { name: 'View as table' }).first()],
  },
  '/app/briefings': { lookedAtIn: 'screens', role: 'customer', ready: heading('Briefing history') },
  '/app/knowledge': { lookedAtIn: 'screens', role: 'customer', ready: heading('Knowledge') },
  '/app/meetings': {
    lookedAtIn: 'screens',
    role: 'customer',
    path: ({ meetingId }) => `/app/meetings?meeting=${meetingId}`,
    ready: (page) => [page.getByRole('button', { name: 'View full research' })],
  },
  '/app/profile': { lookedAtIn: 'screens', role: 'customer', ready: (page) => [page.getByLabel('Company domain')] },
  '/app/settings': {
    lookedAtIn: 'screens',
    role: 'customer',
    ready: (page) => [page.getByRole('switch', { name: 'Family' })],
  },
  '/app/subscription-required': {
    lookedAtIn: 'screens',
    role: 'stranger',
    ready: (page) => [page.getByRole('button', { name: 'Start Free Trial' })],
  },
  '/auth/callback': {
    lookedAtIn: 'oauth-callback',
    role: 'visitor',
    path: () => '/auth/callback?error=access_denied',
    ready: (page) => [page.getByRole('link', { name: 'Back to login' })],
  },
  '/briefing/$token': {
    lookedAtIn: 'shared-briefing',
    role: 'visitor',
    path: ({ tokens }) => `/briefing/${tokens.shared}`,
    ready: text('Shared by'),
  },
  '/contact': { lookedAtIn: 'contact', role: 'visitor', ready: (page) => [...publicPage(page), ...verified(page)] },
  '/demo': { lookedAtIn: 'public-pages', role: 'visitor', ready: publicPage },
  '/feedback': {
    lookedAtIn: 'mail-links',
    role: 'visitor',
    path: ({ tokens }) => `/feedback?token=${tokens.feedback}`,
    ready: heading('Exclude brightwater.test?'),
  },
  '/forgot-password': { lookedAtIn: 'screens', role: 'visitor', ready: heading('Forgot your password?') },
  '/login': { lookedAtIn: 'screens', role: 'visitor', ready: verified },
  '/newsletter/confirm': {
    lookedAtIn: 'mail-links',
    role: 'visitor',
    path: ({ tokens }) => `/newsletter/confirm?token=${tokens.confirm}`,
    ready: (page) => [page.getByRole('button', { name: 'Confirm subscription' })],
  },
  '/newsletter/unsubscribe': {
    lookedAtIn: 'mail-links',
    role: 'visitor',
    path: ({ tokens }) => `/newsletter/unsubscribe?token=${encodeURIComponent(tokens.leaveNewsletter)}`,
    ready: (page) => [page.getByRole('button', { name: 'Unsubscribe' })],
  },
  '/objection/confirm': {
    lookedAtIn: 'objections',
    role: 'visitor',
    path: ({ tokens }) => `/objection/confirm?token=${tokens.object}`,
    ready: (page) => [page.getByRole('button', { name: 'Confirm' })],
  },
  '/pricing': {
    lookedAtIn: 'public-pages',
    role: 'visitor',
    ready: (page) => [...publicPage(page), page.getByText('$10', { exact: true })],
  },
  '/privacy': {
    lookedAtIn: 'objections',
    role: 'visitor',
    touched: (page) => page.getByLabel('Email'),
    ready: (page) => [...publicPage(page), ...verified(page)],
  },
  '/register': { lookedAtIn: 'screens', role: 'visitor', ready: verified },
  '/reset-password/$token': {
    lookedAtIn: 'screens',
    role: 'visitor',
    path: () => `/reset-password/${'x'.repeat(43)}`,
    ready: (page) => [page.getByLabel('Confirm password')],
  },
  '/terms': { lookedAtIn: 'public-pages', role: 'visitor', ready: publicPage },
  '/unsubscribe': {
    lookedAtIn: 'mail-links',
    role: 'visitor',
    path: ({ tokens }) => `/unsubscribe?token=${encodeURIComponent(tokens.leaveBriefings)}`,
    ready: (page) => [page.getByRole('button', { name: 'Unsubscribe' })],
  },
  '/verify-email': { lookedAtIn: 'account-forms', role: 'visitor', ready: text('Invalid verification link') },
};
