/** How the whole app writes dates and numbers. Apart from what works it out, since pages without an account show failures too, and need no more. */
export type Writing = { locale: string; hourCycle: 'h12' | 'h23' };

let kept: Writing = { locale: 'en-GB', hourCycle: 'h23' };

export function keepWriting(writing: Writing): void {
  kept = writing;
}

export function readerWriting(): Writing {
  return kept;
}
