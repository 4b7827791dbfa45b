import type { PublicPage } from '#web/features/public/public-pages.ts';

/**
 * The account screens that people look for, by path. Only the head of them is written at build time, with all they load named in it: a form that
 * stood there before its script did would send what is typed into it as a plain page would.
 */
export const accountPages = {
  '/login': {
    title: 'Sign in to Foreword',
    description: 'Sign in to Foreword with Google or with your email, and read the briefings of your coming meetings.',
  },
  '/register': {
    title: 'Create your account',
    description: 'Create a Foreword account with Google or with your email. The trial is free for 30 days.',
  },
} as const satisfies Record<string, PublicPage>;
