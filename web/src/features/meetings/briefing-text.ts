import type { Meeting } from '#contract/meetings.ts';
import type { ResearchResult } from '#contract/research.ts';
import { OBJECTED } from './guest-list.tsx';
import { INFERRED, SUGGESTED } from './part.tsx';
import { plainText } from './plain-text.ts';

/**
 * The briefing as plain text for notes or messages, with numbered sources at the end.
 * @param when the meeting's time, formatted
 */
export function briefingText(meeting: Meeting, research: ResearchResult, when: string): string {
  const { summary, guests, talkingPoints, questions, notFound, sources } = research;
  const people = guests.map(({ name, email, role, facts, hasObjected }) =>
    [
      `${name ?? email}${role === null ? '' : `, ${role}`}${hasObjected ? ` (${OBJECTED.toLowerCase()})` : ''}`,
      ...facts.map((fact) => `  - ${fact}`),
    ].join('\n'),
  );
  // Redacted sources are blank, which keeps the numbering.
  const numbered = sources.flatMap(({ title, url }, index) => (url === '' ? [] : [`[${index + 1}] ${title}: ${url}`]));
  return [
    `${meeting.title}\n${when}`,
    summary,
    part('Who you meet', people),
    part(`Talking points (${INFERRED})`, listed(talkingPoints)),
    part(`Questions to ask (${SUGGESTED})`, listed(questions)),
    part('What could not be found', listed(notFound)),
    part('Sources', numbered),
  ]
    .filter((text) => text !== '')
    .map(plainText)
    .join('\n\n');
}

const listed = (items: string[]) => items.map((item) => `- ${item}`);

function part(title: string, lines: string[]): string {
  return lines.length === 0 ? '' : [title, ...lines].join('\n');
}
