/** The formatting of dates and numbers. Separate from its computation, which public pages do not need. */
export type Writing = { locale: string; hourCycle: 'h12' | 'h23' };

let kept: Writing = { locale: 'en-GB', hourCycle: 'h23' };

export function keepWriting(writing: Writing): void {
  kept = writing;
}

export function readerWriting(): Writing {
  return kept;
}
