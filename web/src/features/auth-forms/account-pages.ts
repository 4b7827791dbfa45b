import type { PublicPage } from '#web/features/public/public-pages.ts';

/**
 * The prerendered account screens, each with and without the trial intent. Their buttons stay disabled until the
 * scripts load, so that no form is submitted without them.
 */
export const accountPages = {
  '/login': {
    title: 'Sign in to Foreword',
    description: 'Sign in to Foreword with Google or your email, and read the briefings for your upcoming meetings.',
  },
  '/register': {
    title: 'Create your account',
    description: 'Create a Foreword account with Google or your email. Try it free for 30 days.',
  },
} as const satisfies Record<string, PublicPage>;
