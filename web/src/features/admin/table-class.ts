/** A table whose head stays in sight; on a phone each row becomes a block of its own, and the head is said to screen readers alone. */
export const tableClass = 'w-full border-separate border-spacing-0 text-left text-ink2 max-md:block';
export const headRowClass = 'max-md:sr-only';
export const headCellClass =
  'h-9 border-b border-line px-3 text-sm font-medium whitespace-nowrap text-ink3 first:pl-0 last:pr-0 md:sticky md:top-0 md:z-10 md:bg-canvas';
export const bodyRowClass =
  'max-md:flex max-md:flex-wrap max-md:gap-x-3 max-md:border-b max-md:border-line max-md:py-3 md:hover:bg-hover';
export const cellClass =
  'h-10 px-3 py-1 first:pl-0 last:pr-0 max-md:block max-md:h-auto max-md:px-0 md:border-b md:border-line';
