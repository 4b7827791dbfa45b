import { type Language, languages, locales } from './languages.ts';

type Tenure = { name: string; title: string; company: string; since: string };
type Portrait = { name: string; founded: number; location: string; employees: string };

const tenures: Record<Language, (tenure: Tenure) => string> = {
  en: ({ name, title, company, since }) => `${name} has been ${title} at ${company} since ${since}.`,
  de: ({ name, title, company, since }) => `${name} ist seit ${since} ${title} bei ${company}.`,
  fr: ({ name, title, company, since }) => `${name} est ${title} chez ${company} depuis ${since}.`,
  es: ({ name, title, company, since }) => `${name} es ${title} en ${company} desde ${since}.`,
  it: ({ name, title, company, since }) => `${name} è ${title} di ${company} da ${since}.`,
  pt: ({ name, title, company, since }) => `${name} é ${title} da ${company} desde ${since}.`,
  nl: ({ name, title, company, since }) => `${name} is sinds ${since} ${title} bij ${company}.`,
  ja: ({ name, title, company, since }) => `${name}は${since}から${company}の${title}を務めている。`,
};

const portraits: Record<Language, (portrait: Portrait) => string> = {
  en: ({ name, founded, location, employees }) =>
    `${name} was founded in ${founded}, is based in ${location} and employs about ${employees} people.`,
  de: ({ name, founded, location, employees }) =>
    `${name} wurde ${founded} gegründet, hat seinen Sitz in ${location} und beschäftigt rund ${employees} Menschen.`,
  fr: ({ name, founded, location, employees }) =>
    `Fondée en ${founded}, la société ${name} a son siège à ${location} et emploie environ ${employees} personnes.`,
  es: ({ name, founded, location, employees }) =>
    `${name} se fundó en ${founded}, tiene su sede en ${location} y emplea a unas ${employees} personas.`,
  it: ({ name, founded, location, employees }) =>
    `${name}, fondata nel ${founded}, ha sede a ${location} e impiega circa ${employees} persone.`,
  pt: ({ name, founded, location, employees }) =>
    `A ${name} foi fundada em ${founded}, tem sede em ${location} e emprega cerca de ${employees} pessoas.`,
  nl: ({ name, founded, location, employees }) =>
    `${name} is opgericht in ${founded}, is gevestigd in ${location} en heeft ongeveer ${employees} medewerkers.`,
  ja: ({ name, founded, location, employees }) =>
    `${name}は${founded}年に設立され、${location}に本社を置き、約${employees}人が働いている。`,
};

const contacts: Record<Language, string> = {
  en: 'Contact',
  de: 'Kontakt',
  fr: 'Contact',
  es: 'Contacto',
  it: 'Contatto',
  pt: 'Contacto',
  nl: 'Contact',
  ja: '連絡先',
};

// Created once: creating a formatter is far slower than using it.
const numberFormats = new Map(languages.map((language) => [language, new Intl.NumberFormat(locales[language])]));

/** Returns a person's role and start date, as on a profile page. */
export function tenureSentence(tenure: Tenure, language: Language): string {
  return tenures[language](tenure);
}

/** Returns a company's age, location and size, as on its home page. */
export function portraitSentence(
  { employees, ...portrait }: Omit<Portrait, 'employees'> & { employees: number },
  language: Language,
): string {
  return portraits[language]({ ...portrait, employees: numberFormats.get(language)?.format(employees) ?? '' });
}

export function contactLine(email: string, language: Language): string {
  return `${contacts[language]}: ${email}`;
}
