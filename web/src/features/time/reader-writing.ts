/** Locale and clock for dates and numbers. In its own file, since public pages do not need the code that sets them. */
export type Writing = { locale: string; hourCycle: 'h11' | 'h12' | 'h23' };

let kept: Writing = { locale: 'en-GB', hourCycle: 'h23' };

export function keepWriting(writing: Writing): void {
  kept = writing;
}

export function readerWriting(): Writing {
  return kept;
}
