export type PublicPage = {
  /** Without the product name, which is appended. */
  title: string;
  /** Shown by search engines and link previews. */
  description: string;
};

/** The prerendered, indexed pages, by path. */
export const publicPages = {
  '/': {
    title: 'A briefing before every meeting',
    description:
      'Foreword syncs your calendar, researches the external guests you are about to meet, and emails you one cited briefing before each meeting.',
  },
  '/demo': {
    title: 'Demo',
    description: 'A short recorded tour of Foreword: from a calendar event to a cited briefing in your inbox.',
  },
  '/pricing': {
    title: 'Pricing',
    description: 'One plan with everything included, a 30-day free trial, and Enterprise terms for larger teams.',
  },
  '/contact': {
    title: 'Contact',
    description: 'Write to sales or support at Foreword. We reply within 24 hours.',
  },
  '/privacy': {
    title: 'Privacy Policy',
    description: 'What Foreword reads, what it stores, who processes it, and how to export or delete all of it.',
  },
  '/terms': {
    title: 'Terms of Service',
    description: 'The terms for using Foreword: accounts, trial, payment, cancellation, liability and disputes.',
  },
} as const satisfies Record<string, PublicPage>;
