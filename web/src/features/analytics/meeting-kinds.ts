import type { MeetingType } from '#contract/meetings.ts';

/** The meeting types, in the order in which all charts stack them. */
export const meetingKinds: readonly { kind: MeetingType; name: string; fill: string; swatch: string }[] = [
  { kind: 'external', name: 'External', fill: 'fill-accent', swatch: 'bg-accent' },
  { kind: 'mixed', name: 'Mixed', fill: 'fill-accent-text/50', swatch: 'bg-accent-text/50' },
  { kind: 'internal', name: 'Internal', fill: 'fill-control/55', swatch: 'bg-control/55' },
];
