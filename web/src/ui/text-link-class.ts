/** The style of a link in running text. */
export const textLinkClass =
  'rounded-sm font-medium text-accent-text underline decoration-[color-mix(in_oklab,currentColor_35%,transparent)] underline-offset-[3px] hover:decoration-current';
