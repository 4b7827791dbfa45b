/** What the tour shows, step by step; its captions say the same (tour.vtt). */
export const tourSteps = [
  'The dashboard: the week ahead, and which meetings are with people from outside.',
  'The list of meetings tells internal ones from external ones by the domains of the guests.',
  'Opening one shows how far it is: found, researched, briefed.',
  'The research names every person, says how sure it is, and carries a source for each fact.',
  'Two hours before the meeting the same text is in the inbox.',
] as const;
