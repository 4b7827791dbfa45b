import type { PublicPage } from '#web/features/public/public-pages.ts';

/**
 * The account screens that are prerendered, each with and without the trial intent. Their buttons stay disabled until
 * the scripts load, so that no input is submitted as a plain page would: into the URL.
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
