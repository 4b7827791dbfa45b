import { daysBefore, formatMonth, monthsBefore, resolveDates } from './dates.ts';
import { type Language, languages } from './languages.ts';
import { portraitSentence, tenureSentence } from './phrases.ts';
import type { Company, Person } from './schema.ts';

/** One fact for checking reports: in the words of its page, and in other languages. */
export type Truth = {
  /** A domain or an email address. */
  about: string;
  /** Verbatim, as on its page or in a search result. */
  quote: string;
  harmful: boolean;
  said: Partial<Record<Language, string>>;
};

/**
 * Returns a company's listed truths with today's dates, and those that generated sentences state: who holds which role,
 * and the company's age, location and size.
 */
export function truthsOf(company: Company, today: Date): Truth[] {
  return [...listedTruths(company, today), ...tenures(company, today), ...portrait(company)];
}

function listedTruths({ truths, pages, language }: Company, today: Date): Truth[] {
  return truths.map(({ about, quote, path, harmful, ...said }) => {
    const publishedAt = daysBefore(today, pages.find((page) => page.path === path)?.daysAgo ?? 0);
    const inLanguages = languages.flatMap((other) => {
      const text = said[other];
      return text === undefined ? [] : [[other, resolveDates(text, today, publishedAt, other)] as const];
    });
    const original = resolveDates(quote, today, publishedAt, language);
    return { about, quote: original, harmful, said: { [language]: original, ...Object.fromEntries(inLanguages) } };
  });
}

/** Returns a truth for the first sentence of each profile page. */
function tenures(company: Company, today: Date): Truth[] {
  return company.people.flatMap((person) => {
    if (person.startedMonthsAgo === null) return [];
    const said = inEachLanguage((language) => tenureOf(person, company, today, language));
    return [{ about: person.email, quote: said[company.language] ?? '', harmful: false, said }];
  });
}

/** Returns a sentence with a person's role at a company and start date. */
export function tenureOf(person: Person, company: Company, today: Date, language: Language): string {
  return tenureSentence(
    {
      name: person.name,
      title: language === company.language ? person.title : (person.titleInEnglish ?? person.title),
      company: nameIn(company, language),
      since: formatMonth(monthsBefore(today, person.startedMonthsAgo ?? 0), language),
    },
    language,
  );
}

function portrait(company: Company): Truth[] {
  const quote = portraitOf(company, company.language);
  if (quote === undefined) return [];
  const said = inEachLanguage((language) => portraitOf(company, language) ?? '');
  return [{ about: company.domain, quote, harmful: false, said }];
}

/** Returns a sentence with a company's age, location and size; undefined if one of them is unknown. */
export function portraitOf(company: Company, language: Language): string | undefined {
  const { location, foundedYear, employees } = company;
  if (location === null || foundedYear === null || !employees) return undefined;
  return portraitSentence({ name: nameIn(company, language), location, founded: foundedYear, employees }, language);
}

/**
 * Returns a company's name in a language. Outside Japanese, companies named in Japanese script use their Latin name.
 */
export function nameIn({ name, alsoKnownAs, language }: Company, other: Language): string {
  return language === 'ja' && other !== 'ja' ? (alsoKnownAs[0] ?? name) : name;
}

function inEachLanguage(say: (language: Language) => string): Record<Language, string> {
  return {
    en: say('en'),
    de: say('de'),
    fr: say('fr'),
    es: say('es'),
    it: say('it'),
    pt: say('pt'),
    nl: say('nl'),
    ja: say('ja'),
  };
}
