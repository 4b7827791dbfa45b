/** The style of all text inputs. */
export const inputClass =
  'h-10 w-full rounded-md border border-control bg-surface px-3 text-md text-ink placeholder:text-ink3 ' +
  'aria-invalid:border-danger disabled:opacity-60 sm:h-9 sm:text-base pointer-coarse:min-h-11';
