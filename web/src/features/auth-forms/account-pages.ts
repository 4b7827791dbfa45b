import type { PublicPage } from '#web/features/public/public-pages.ts';

/**
 * The account screens that people look for, by path; each is written at build time with and without the wish for a trial. Until the script is there
 * their buttons are disabled, so that nothing typed can be sent as a plain page would, into the address.
 */
export const accountPages = {
  '/login': {
    title: 'Sign in to Foreword',
    description: 'Sign in to Foreword with Google or your email, and read the briefings for your upcoming meetings.',
  },
  '/register': {
    title: 'Create your account',
    description: 'Create a Foreword account with Google or your email. The trial is free for 30 days.',
  },
} as const satisfies Record<string, PublicPage>;
