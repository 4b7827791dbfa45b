/** The look of a link inside text. */
export const textLinkClass =
  'rounded-sm font-medium text-accent-text underline decoration-[color-mix(in_oklab,currentColor_35%,transparent)] underline-offset-[3px] hover:decoration-current';
