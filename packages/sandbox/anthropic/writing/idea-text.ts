import type { SourceId } from './draft.ts';
import type { Idea } from './idea.ts';
import { effortOf, plain } from './property-names.ts';

export type Words = {
  text: string;
  /** What the words rest on; empty for labels. */
  sourceIds: SourceId[];
};

/** The words of an idea that belong into a property of that name. */
export function ideaText(idea: Idea, name: string): Words {
  const word = plain(name);
  const { guest, company } = idea;
  const words = (guest && guestText(guest, word)) ?? (company && companyText(company, word)) ?? labelText(idea, word);
  if (words) return words;
  if (/action|step|todo/.test(word)) return { text: idea.action, sourceIds: idea.sourceIds };
  if (/reason|rationale|why|because|evidence|justification/.test(word)) {
    return { text: idea.reasoning, sourceIds: idea.sourceIds };
  }
  return { text: idea.text, sourceIds: idea.sourceIds };
}

function guestText(guest: NonNullable<Idea['guest']>, word: string): Words | undefined {
  if (/^(full)?name$/.test(word)) return label(guest.name);
  if (/^(guest|person|participant|attendee)?(id|ref)?$/.test(word)) return label(guest.id ?? guest.email ?? guest.name);
  if (/email|address/.test(word)) return label(guest.email ?? '');
  const sourceIds = guest.facts[0]?.sourceIds ?? [];
  const since = guest.since === '' ? '' : `since ${guest.since}`;
  if (/tenure|since/.test(word)) return { text: since, sourceIds };
  if (/^(job)?title$|role|position/.test(word)) return { text: `${guest.role} ${since}`.trim(), sourceIds };
  return undefined;
}

function companyText(company: NonNullable<Idea['company']>, word: string): Words | undefined {
  if (/domain|website/.test(word)) return label(company.domain);
  return /^(company)?name$/.test(word) ? label(company.name) : undefined;
}

function labelText(idea: Idea, word: string): Words | undefined {
  if (/^(source)?id$/.test(word)) return label(String(idea.id ?? idea.sourceIds[0] ?? ''));
  if (/title|headline|heading|label|^name$|subject|topic/.test(word)) return label(idea.title);
  if (/categor|theme|area|^type$|^kind$/.test(word)) return label(idea.category);
  if (/importance|priority|severity|likelihood|impact|urgency/.test(word)) return label(idea.level);
  if (/effort/.test(word)) return label(effortOf(idea));
  if (/confidence|certainty/.test(word)) return label(idea.isFact ? 'high' : 'medium');
  if (/date|when|published/.test(word)) return label(idea.date?.toISOString().slice(0, 10) ?? '');
  return /timeframe|timing/.test(word) ? label('Before the meeting') : undefined;
}

function label(text: string): Words {
  return { text, sourceIds: [] };
}
