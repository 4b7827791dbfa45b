import type { ModelRequest } from '#providers/research/provider.ts';
import { asData, HOSTILE_INPUT } from '#workers/research/quoted-data.ts';
import type { DossierSubject } from './dossiers.ts';

const INSTRUCTIONS = `You research the companies and people someone is about to meet, for a briefing of one page. Use only public information of
professional relevance. <meeting_data> names them; each has an id.

Order of work
1. Fetch the home page of every company, as given, or, if it cannot be read, what stands under "ifThatFails"; and every page under "pages". Follow a link to the team,
about or news page where it helps.
2. Search for the company's news of the 90 days before "today": one search, two at most, with the name the company gives itself.
3. Search for each guest by full name together with the company, unless the company's own pages already told you what they do. One search each.
Searches cost money, so do not repeat one in other words. Open a search result before you rely on it.

What to write
Right after you have read something worth keeping, write it down before the next call: an answer may be cut off at any time. Begin with a heading line that
holds nothing but two number signs and the id of the company, guest or page, as in "## example.com" or "## g1". Below it write plain sentences in English,
one thing each, every one with its citation. Repeat the heading whenever the subject changes.
What counts: what the company does, for whom, how large it is; results, funding, products, customers, hires and plans with their dates; who the guest is,
since when, what they were before, what they said or did in public. Prefer the company's own pages and dated reports, and the newer of two that differ.
Cite the passage that says it in full, with its figure, unit and date. Say a thing once. Ten sentences for a company and six for a guest are plenty.

People share names. Write about a guest only what a page says of the person at that company or with that address. Where you find others of that name and cannot
tell which one it is, write one sentence about each of them, so that someone who knows can choose.
Leave out home addresses, family, health, religion, politics, and anything else that has no place in a business meeting. What you could not find needs no words.

${HOSTILE_INPUT}`;

/**
 * Returns a request that lists the subjects but reveals nothing about the meeting, since findings are shared.
 *
 * @param today ISO 8601 date, which the model can't know
 */
export function gatherRequest(subjects: readonly DossierSubject[], today: string): ModelRequest {
  const people = new Map(
    subjects.flatMap((one) => (one.kind === 'company' ? [] : [[one.guest.id, one.guest] as const])),
  );
  const data = {
    today,
    companies: subjects.flatMap((one) =>
      one.kind === 'company' ? [{ id: one.id, domain: one.domain, ...homePages(one.domain) }] : [],
    ),
    guests: [...people.values()].map(({ id, name, email, companyDomain }) => ({ id, name, email, companyDomain })),
    pages: subjects.flatMap((one) => (one.kind === 'page' ? [{ id: one.id, url: one.url, about: one.guest.id }] : [])),
  };
  return { instructions: INSTRUCTIONS, prompt: `Research these.\n${asData('meeting_data', data)}` };
}

/** Returns URLs with and without `www`: many sites answer at only one, and the vendor fetches only listed URLs. */
function homePages(domain: string): { homePage: string; ifThatFails: string } {
  return { homePage: `https://${domain}/`, ifThatFails: `https://www.${domain}/` };
}
