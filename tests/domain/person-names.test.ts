import { expect, test } from 'vitest';
import { holdsAddress, holdsName, holdsPerson, mayNamePerson } from '#domain/person-names.ts';

test.each([
  ['the address on its own', 'ada@x.test', true],
  ['within a sentence', 'Write to ada@x.test.', true],
  ['between dashes, in capitals', '--ADA@X.test--', true],
  ['with invisible characters', 'Write to \u2066a\u00adda@x.\u200btest\u2069.', true],
  ['as the end of another address', 'bada@x.test', false],
  ['as the start of another address', 'ada@x.test.evil.test', false],
])('holdsAddress matches only the whole address: %s', (_name, text, isHeld) => {
  expect(holdsAddress(text, 'ada@x.test')).toBe(isHeld);
});

test('holdsAddress reads a million dashes quickly', () => {
  expect(holdsAddress(`a${'-'.repeat(1_000_000)}b ada@x.test`, 'ada@x.test')).toBe(true);
});

test.each([
  ['Juergen Mueller', 'Ask Jürgen Müller.'],
  ['Jürgen Müller', 'Ask Juergen Mueller.'],
  ['Jurgen Muller', 'Ask Jürgen Müller.'],
  ['Soren Noergaard', 'Søren Nørgård'],
  ['Lukasz Gross', 'ŁUKASZ GROẞ'],
  ['Dorde Yildiz', 'Đorđe Yıldız'],
  ['Anna Schmidt', 'Dr. Anna M. Schmidt runs sales.'],
  ['Dr. Anna M. Schmidt', 'Anna Schmidt runs sales.'],
  ['Maria Silva', 'Maria Clara da Silva'],
  ['Dr Jane Doe PhD', 'Jane Doe leads sales.'],
  ['Anna Schmidt', 'Ask for Dr. Anna Schmidt. She is in.'],
  ['Anna Schmidt', 'Team: SCHMIDT Anna'],
  ['Anna Schmidt', '| Sales | Schmidt | Anna |'],
  ['Anna Schmidt', 'Sales\nSchmidt, Anna\nWeber, Klaus'],
  ['Anna Schmidt-Weber', '**Anna**\n**Schmidt-Weber**'],
  ['A. Reed', 'By A. Reed'],
  ['田中 太郎', '代表の田中太郎は'],
  ['田中太郎', '代表　田中　太郎'],
  ['María José Carreño Quiñones', 'Nuestra directora, María José Carreño, vende bombas.'],
  ['María José Carreño Quiñones', 'Habla María José Carreño'],
  ['Maria del Carmen Ruiz Soto Gil', 'Maria del Carmen Ruiz Soto leads sales.'],
  ['John Smith', '講演者のJohn Smith氏は'],
  ['John Smith', 'John A. Smith이'],
  ['アレックス・モロー', '代表アレックス・モローはCEO'],
  ['सुमन कुमार', 'संपर्क: सुमन कुमार'],
  ['Anna Schmidt', 'Anna Schm\u00adidt runs sales.'],
  ['Anna Schmidt', '\u2068Anna\u2069 M. Sch\u200bmidt runs sales.'],
  ['علی‌رضا احمدی', 'مدیر: علیرضا احمدی'],
  ['गार्गी', 'गार्गी'],
  ['がもう太郎', 'か\u3099もう太郎'],
  ['Jürgen Åkesson', 'JÜRGEN ÅKESSON'],
  ['Σωκράτης Παππάς', 'Ο ΣΩΚΡΑΤΗΣ ΠΑΠΠΑΣ'],
  ['ნინო ბერიძე', 'ნინო ანა ბერიძე'],
  ['Семён Фёдоров', 'Семен Федоров'],
])('holdsPerson finds %s in "%s"', (name, text) => {
  expect(holdsPerson(text, name)).toBe(true);
});

test.each([
  ['Anna Schmidt', 'Klaus Schmidt, Anna Weber'],
  ['Anna Schmidt', 'Klaus Schmidt and Anna Weber'],
  ['Anna Schmidt', 'Anna Weber and Klaus Schmidt'],
  ['Anna Schmidt', 'Anna Weber\nKlaus Schmidt'],
  ['Anna Schmidt', 'Annabel Schmidt'],
  ['Anna Schmidt', 'We thank Klaus Schmidt. Anna Weber leads sales.'],
  ['Anna Schmidt', 'Ask Anna. Klaus Schmidt is away.'],
  ['Anna Schmidt', 'Anna met Klaus Schmidt'],
  ['Dr Jane Doe', 'Dr John Doe'],
  ['Jane Doe PhD', 'Jane Smith PhD'],
  ['Michael Nowak', 'Michał Nowak'],
  ['Aaron Smith', 'Aron Smith'],
  ['Anna Schmidt-Weber', 'Anna Weber'],
  ['A. Reed', 'Ben Reed'],
  ['María José Carreño Quiñones', 'María José Carreño Ruiz'],
  ['María José Carreño Quiñones', 'María José Ruiz'],
  ['María José Carreño Quiñones', 'María José, directora'],
  ['María García López', 'María García'],
  ['Maria del Carmen Ruiz', 'Maria del Carmen'],
  ['John Smith', 'John氏とAnna Smith氏'],
  ['John Smith', 'John Smiths Firma'],
  ['김민수', '김민숙은'],
  ['सुमन कुमार', 'सुमन कुमारी'],
  ['नितिन राव', 'नीतिन राव'],
  ['นิดา สุขใจ', 'นุดา สุขใจ'],
  ['佐藤かい', '佐藤がい'],
  ['Μαρία Δήμου', 'Η Μάρα Δήμου'],
])('holdsPerson distinguishes %s from the people in "%s"', (name, text) => {
  expect(holdsPerson(text, name)).toBe(false);
});

test.each([
  ['Brightwater', 'Brightwaters Umsatz stieg.', true],
  ['Brightwater', 'Brightwaterin liikevaihto kasvoi.', true],
  ['Brightwater', 'ブライトウォーター（Brightwater）が', true],
  ['Brightwater', 'Brightwaterは東京に進出した。', true],
  ['Nordlicht Bank', 'Die Filialen der Nordlicht-Banken', true],
  ['サーバーワークス', '株式会社サーバーワークスは', true],
  ['株式会社AOYAMA', '株式会社 Aoyama', true],
  ['Brightwater', 'Brightwaterhouse', false],
  ['Brightwater', 'The water is bright.', false],
  ['…', 'It is in.', false],
])('holdsName looks for %s in "%s": %s', (name, text, isHeld) => {
  expect(holdsName(text, name)).toBe(isHeld);
});

test.each([
  ['María García López', 'María García leads sales.'],
  ['María García López', 'Preguntas a García López'],
  ['María García López', 'García López, María'],
  ['Anna Schmidt-Weber', 'Anna Weber leads sales.'],
  ['Anna Schmidt', 'Das Team von Annas Kollegin Schmidt'],
  ['Anna Schmidt', 'Anna met Klaus Schmidt'],
  ['Juha Virtanen', 'Juhan esimies on Virtasen ja Virtanenin ystävä'],
  ['太郎 田中', '田中太郎氏は'],
  ['林 太郎', '林　太郎'],
  ['Ines', 'Ask Ines.'],
  ['Ines', 'Inês氏は'],
  ['いね', '担当のいねは'],
  ['田中太郎', '田中　太郎'],
  ['Yo-Yo Ma', 'Yo-Yo’s concert sold out.'],
  ['Ma Jun', 'Ask Jun about pumps.'],
  ['J. Smith', 'John Smith leads sales.'],
  ['ნინო', 'ნინო მუშაობს.'],
  ["d'Angelo", "Ask d'Angelo."],
  ["Maria d'Angelo Rossi", "Maria d'Angelo leads sales."],
  ['Frau Schmidt', 'Schmidt leads sales.'],
])('mayNamePerson finds %s in "%s"', (name, text) => {
  expect(mayNamePerson(text, { name, email: 'x@y.test' })).toBe(true);
});

test.each([
  ['María García López', 'María Pérez met Ana García.', true],
  ['María García López', 'María leads sales. Ana García is away.', false],
  ['María de la Cruz', 'María de la Vega leads sales.', false],
  ['Dr. Anna Schmidt', 'Dr. Anna Weber', false],
  ['Will', 'They will sell pumps.', false],
  ['Ines', 'It sells lines.', false],
  ['Mark Price', 'They follow market prices.', false],
  ['Yo-Yo Ma', 'You like it.', false],
  ['Ma Jun', 'Open since June 2026.', false],
  ['Anna Schmidt', 'Anna met Annas Chef.', false],
])('mayNamePerson reads %s in "%s": %s', (name, text, isNamed) => {
  expect(mayNamePerson(text, { name, email: 'x@y.test' })).toBe(isNamed);
});

test('mayNamePerson tries the local part of the address as a first name if the name is missing', () => {
  const isNamed = (email: string) => mayNamePerson('Ines decides, with J Duarte.', { name: null, email });
  expect(['ines@y.test', 'iduarte@y.test', 'j@y.test', 'ines2@y.test'].map(isNamed)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('holdsPerson reads a long text quickly', () => {
  expect(holdsPerson(`${'anna, '.repeat(100_000)}but schmidt`, 'Anna Schmidt')).toBe(false);
  expect(holdsPerson(`${'anna '.repeat(200_000)}, but schmidt`, 'Anna Schmidt')).toBe(false);
});
