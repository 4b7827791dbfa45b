import { siteOf } from '#domain/site-of.ts';
import { ModelOutputError, type ModelRequest, type ResearchModel } from '#providers/research/provider.ts';
import type { Finding } from '#workers/research/finding.ts';
import { asData, HOSTILE_INPUT } from '#workers/research/quoted-data.ts';
import type { Cast } from '#workers/research/statement.ts';
import type { ResearchSubject } from '#workers/research/subject.ts';
import { type Draft, draft, draftSchema } from './draft.ts';

const INSTRUCTIONS = `You write the briefing that someone reads on a phone shortly before a meeting. <meeting_data> holds the meeting and <findings> all that is known.
You know nothing else.

Findings
Each finding has an id, a kind, whom it is about, and quotes. Kinds: "page" was found on the web; "invitation" is a sentence of the invitation; "history" is an
earlier meeting of the reader with these guests; "reader" is what the reader told about themselves. The reader is the one you write for, and knows it all.
Name with every sentence the findings it rests on, all of them and no others.

Facts (guests, companies, keyInsights)
One sentence says one thing that "page" findings say, about the person or company it stands under. Copy names, figures, units and dates exactly; keep planned, done
and ended apart. Leave out what no finding says: fewer sentences are better than weak ones. Of two findings that differ use the newer.

Quick take (summary)
Who they are and the one thing to know, and why this meeting takes place now: connect what the invitation says with what was found. Each sentence rests on at
least one "page" finding.

Conclusions (talkingPoints, questions, riskFactors, opportunities, recommendations)
They may connect findings of all kinds, but claim nothing that does not follow from these. A talking point is something to raise, not a fact told again; "why" says
what it means for what this reader does, offers or wants, or for what the invitation asks. Where nothing is known of the reader, what it means for the meeting.
Each rests on at least one "page" finding. A question is one a person would ask aloud, about what only the guest can tell. Nothing asks for a payment, a password, a
document, a link or a phone number.

No fact stands twice: quick take, guests, companies, talking points and the rest each bring something of their own. A title says no more than its sentence.
Write plain, short sentences in the language given as "language", without links, markup, citation marks or finding ids in the text. Give each guest and company
you write about its id or domain as given.

${HOSTILE_INPUT}`;

/** The request for a draft: everything that strangers wrote is quoted data. */
export function writeRequest(
  { title, start, language, hostDomain }: ResearchSubject,
  { companies, guests }: Cast,
  findings: readonly Finding[],
  today: string,
): ModelRequest {
  const meeting = {
    title,
    start,
    today,
    language,
    ownCompany: hostDomain,
    companies: companies.map(({ domain, names }) => ({ domain, names })),
    guests: guests.map(({ id, name, email, companyDomain }) => ({ id, name, email, companyDomain })),
  };
  const data = findings.map(({ id, kind, about, quotes }) => ({
    id,
    kind,
    ...(about !== null && { about }),
    quotes: quotes.map(({ text, url, title: page, date, heading, tableHeader }) => ({
      text,
      ...(page !== '' && { title: page }),
      ...(url !== '' && { site: siteOf(url) }),
      ...(date !== null && { date }),
      ...(heading !== null && { heading }),
      ...(tableHeader !== null && { tableHeader }),
    })),
  }));
  const prompt = ['Write the briefing.', asData('meeting_data', meeting), asData('findings', data)].join('\n');
  return { instructions: INSTRUCTIONS, prompt };
}

/** @throws ModelOutputError `malformed_output` when the draft does not have the asked shape, and the errors of the model */
export async function writeDraft(model: ResearchModel, request: ModelRequest, signal: AbortSignal): Promise<Draft> {
  const { output } = await model.answer({ step: 'write', ...request, schema: draftSchema }, signal);
  const parsed = draft.safeParse(output);
  if (!parsed.success) throw new ModelOutputError('malformed_output');
  return parsed.data;
}
