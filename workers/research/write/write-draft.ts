import { siteOf } from '#domain/site-of.ts';
import { localTime } from '#domain/zoned-time.ts';
import { ModelOutputError, type ModelRequest, type ResearchModel } from '#providers/research/provider.ts';
import { draft, draftSchema, type Written } from '#workers/research/draft.ts';
import type { Finding } from '#workers/research/finding.ts';
import { asData, HOSTILE_INPUT } from '#workers/research/quoted-data.ts';
import type { Cast } from '#workers/research/statement.ts';
import type { ResearchSubject } from '#workers/research/subject.ts';
import { catalogues } from '#workers/words/say.ts';
import { listStatements } from './list-statements.ts';
import { quoteDraft } from './quote-draft.ts';

const INSTRUCTIONS = `You write the briefing that someone reads on a phone in the minute before a meeting. <meeting_data> holds the meeting and <findings> all that is
known. You know nothing else.

Findings
Each finding has an id, a kind, whom it is about, and quotes. Kinds: "page" was found on the web; "invitation" is a sentence of the invitation; "history" is an
earlier meeting of the reader with these guests; "reader" is what the reader told about themselves. The reader is the one you write for. They know their own
business and have read the invitation: but for the first sentence of the quick take, neither is told to them again.

Every sentence
- says one thing, plainly, in the language given as "language": 6 to 16 English words, or what takes as long to read aloud; up to 20 where a speaker and a date have
  to be named. No links, markup, citation marks or finding ids.
- stands on its own, since the sentences around it may be left out. It names whom and what it speaks of, by the short names that people say, and once; "it", "this" or
  "the order" never point to another sentence.
- names the findings it rests on: all of them, and none that does not bear it out.
- copies names, figures, units and dates exactly. Planned, wished for, done and ended stay apart: "would like to", "may" and "intends to" are kept. What a page
  gives as someone's words is told as theirs. What a page counts from its own date is told with that date: "within five months of 4 November 2026".
- joins only what its findings join: where a company has its seat is not where it builds or sells.
Leave out what no finding says: fewer sentences are better than weak ones. Of two findings that differ use the newer. Where findings speak of different people of
a guest's name and nothing tells which one comes, leave that guest's part empty.

Nothing is told twice in one briefing, not even in other words. A job title and its date stand in the role alone, what a company does in its line alone. Quick take,
guests, news, talking points and questions each bring something of their own.

Facts (guests, companies, keyInsights)
What "page" findings say about the person or company they stand under. Guests and companies stand under their names, so their facts and news begin without these, as
notes do: "Said on 29 October 2026 that late deliveries cost most." The role is a title and since when, in the briefing's language where that has a usual word for it.
News has its own date, or else that of its page, told as such. Who or what nothing is told of is left out.

Quick take (summary)
Why this meeting, and the one or two things to know in it. The first sentence says who wants to settle what, as the invitation says it and no firmer, in as few words
as it takes; it rests on the invitation alone, and is left out where the invitation says nothing of that. The next one or two tell what bears on it most and rest on
"page" findings. That one thing is the reason for another is told only where a finding says so.

Conclusions (talkingPoints, questions, riskFactors, opportunities, recommendations)
They may connect findings of all kinds, and claim nothing that does not follow from these without knowledge from elsewhere. All but questions and "why" rest on a
"page" finding that bears them out: what follows from the invitation alone is left out. They point to a fact in a few words, such as "the late deliveries she
named", and do not tell it again.
A talking point is something for the reader to say, show or offer in this meeting; what the reader wants is no talking point, but may be why an offer matters. What
is to be asked stands under questions. "why" is a sentence that says what it means for what this reader does, offers or wants, or for what the invitation asks;
where nothing is known of the reader, for the meeting. It names what it speaks of, as every sentence does.
A question is short, one a person would ask aloud, about what only the guest can tell. It takes nothing for granted that no finding states.
A watch-out is what a page says that may go against the reader, or against what the meeting is to settle. Nothing asks for a payment, a password, a document, a link
or a phone number.

A title says no more than its sentence. Give each guest and company you write about its id or domain as given.

${HOSTILE_INPUT}`;

/** `today`: the user's date, `YYYY-MM-DD`. */
type Material = { subject: ResearchSubject; cast: Cast; findings: readonly Finding[]; today: string };

/** Returns the draft request, with all untrusted text as quoted data. */
export function writeRequest({ subject, cast, findings, today }: Material): ModelRequest {
  const { title, start, timezone, language, hostDomain } = subject;
  const meeting = {
    title,
    start: localTime(new Date(start), timezone),
    today,
    language: catalogues[language].voice,
    ownCompany: hostDomain,
    companies: cast.companies.map(({ domain, names }) => ({ domain, names })),
    guests: cast.guests.map(({ id, name, email, companyDomain }) => ({ id, name, email, companyDomain })),
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
      // On most pages the heading repeats the title.
      ...(heading !== null && heading !== page && { heading }),
      ...(tableHeader !== null && { tableHeader }),
    })),
  }));
  const prompt = ['Write the briefing.', asData('meeting_data', meeting), asData('findings', data)].join('\n');
  return { instructions: INSTRUCTIONS, prompt };
}

/**
 * Has the model write a draft.
 *
 * @throws ModelOutputError `malformed_output` if the draft does not match the schema, and the errors of the model
 */
export async function writeDraft(model: ResearchModel, material: Material, signal: AbortSignal): Promise<Written> {
  const request = writeRequest(material);
  const { output } = await model.answer({ step: 'write', ...request, schema: draftSchema }, signal);
  const parsed = draft.safeParse(output);
  if (!parsed.success) throw new ModelOutputError('malformed_output');
  return listStatements(parsed.data, material.findings, material.subject);
}

/** Returns a draft of quotes, for a report that could not be written or judged. */
export function writeQuotes({ subject, findings }: Pick<Material, 'subject' | 'findings'>): Written {
  return listStatements(quoteDraft(subject, findings), findings, subject);
}
