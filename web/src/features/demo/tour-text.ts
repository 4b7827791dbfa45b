/** The transcript of the tour; tour.vtt has the same text as captions. */
export const tourSteps = [
  'The dashboard shows the week ahead and which meetings are external.',
  'The meeting list shows which meetings are external, based on the guests’ domains.',
  'Each meeting shows its progress: found, researched, briefed.',
  'The research covers every external guest, says how certain it is, and gives a source for each fact.',
  'Two hours before the meeting, the findings arrive in your inbox as a briefing.',
] as const;
