import { isSiteOf } from '#domain/site-of.ts';
import { type Draft, EMPTY_DRAFT, type Fact } from '#workers/research/draft.ts';
import type { Finding } from '#workers/research/finding.ts';
import type { ResearchSubject } from '#workers/research/subject.ts';
import { catalogues, sayIn } from '#workers/words/say.ts';

const MAX_CHARACTERS = 300;

/**
 * Returns a draft of quotes from the companies' own sites, marked as such, for a briefing that could not be written or
 * judged. It omits guests, since it may be unknown who a quote is about.
 */
export function quoteDraft(
  { companies, language }: Pick<ResearchSubject, 'companies' | 'language'>,
  findings: readonly Finding[],
): Draft {
  const say = sayIn(language, catalogues[language].tag);
  const drafts = companies.map((domain) => {
    const facts = findings.flatMap(({ id, about, quotes }): Fact[] => {
      // A finding may also contain quotes from others, which are not the company's own words.
      const own = quotes.find(({ url, text }) => isSiteOf(url, domain) && text.length <= MAX_CHARACTERS);
      return about === domain && own ? [{ text: say('quotedText', { text: own.text }), findings: [id] }] : [];
    });
    return { domain, facts };
  });
  return {
    ...EMPTY_DRAFT,
    companies: drafts.map(({ domain, facts: [line = null, ...news] }) => ({ domain, name: '', line, news })),
  };
}
