import { describe, expect, test } from 'vitest';
import type { ResearchReport } from '#contract/research.ts';
import type { BriefingLanguage } from '#domain/enumerations.ts';
import { remarkOf, textsOf } from '#domain/remarks.ts';
import { mailSettings } from '#tests/support/mail-settings.ts';
import { plainBriefing } from '#tests/support/plain-briefing.ts';
import { briefingSubject, renderBriefing } from '#workers/emails/briefing.tsx';
import { type BriefingData, briefingData, briefingUpdateData } from '#workers/emails/briefing-data.ts';
import { renderBriefingUpdate } from '#workers/emails/briefing-update.tsx';
import { createFeedbackLinks } from '#workers/emails/feedback-links.ts';
import { inert } from '#workers/emails/plain-text.ts';
import { readerOf } from '#workers/emails/reader.ts';

const report: ResearchReport = {
  summary: 'Brightwater finds leaks. [1] It grows. [2]',
  keyInsights: [
    { title: 'Small', description: 'A small thing. [2]', importance: 'low', category: '' },
    { title: 'Big', description: 'The one big thing. [1]', importance: 'high', category: '' },
  ],
  recommendations: [],
  riskFactors: ['Late deliveries. [1]'],
  opportunities: [],
  sources: [
    { title: 'Home', url: 'https://brightwater.test/' },
    { title: 'Raised 38 million', url: 'https://tradewire.test/2' },
  ],
  guests: [
    {
      email: 'leonie@brightwater.test',
      name: 'Leonie Hartmann',
      role: 'VP Operations since 2024 [1]',
      facts: ['Spoke in Rotterdam on 28 October. [2]'],
      identity: 'confirmed',
      candidates: [],
    },
  ],
  companies: [
    { domain: 'brightwater.test', name: 'Brightwater', line: 'It finds leaks. [1]', news: ['Raised money. [2]'] },
  ],
  talkingPoints: ['Delivery slots. [1]'],
  questions: ['What is next?'],
  notFound: ['Nothing could be confirmed about Kim Park.'],
  scoreReasons: ['One of two guests was not identified.'],
};
const data: BriefingData = {
  ...plainBriefing,
  location: 'Room 4',
  guests: [
    { email: 'leonie@brightwater.test', name: 'Leonie Hartmann', responseStatus: 'tentative', isExternal: true },
    { email: 'kim@brightwater.test', name: null, responseStatus: 'declined', isExternal: true },
    { email: 'sam@harborline.test', name: 'Sam Porter', responseStatus: 'accepted', isExternal: false },
  ],
  report,
  researchedAt: '2026-11-21T08:05:00.000Z',
  previous: { title: 'Kick-off', start: '2026-10-02T08:00:00.000Z', outcome: null, guests: [], count: 1, news: [] },
};
const many = <T>(item: T, count: number): T[] => Array.from({ length: count }, () => item);
const usual = 'A sentence of a usual length that says something about somebody and cites its source. [1]';
const [guest] = report.guests;
const [company] = report.companies;
/** A report as long as a typical one can get. */
const full = {
  ...report,
  guests: guest ? many({ ...guest, facts: many(usual, 5) }, 8) : [],
  companies: company ? many({ ...company, news: many(usual, 3) }, 4) : [],
  talkingPoints: many(usual, 5),
  riskFactors: many(usual, 5),
  sources: many({ title: 'The title of a source', url: 'https://brightwater.test/a/rather/long/path/to/it' }, 20),
};
const render = (change: Partial<BriefingData> = {}) => renderBriefing({ ...data, ...change }, mailSettings);
/** Returns the text as it is read: without the marks that keep addresses from becoming links, and on one line. */
const seen = (text: string) => text.replaceAll('\u200c', '').replaceAll(/\s+/g, ' ');
let seed = 0;
/** Returns a sentence of 600 characters that shares no word with any other. */
const sentence = () => {
  seed += 1;
  const words = Array.from({ length: 60 }, (_, index) => `word${letters(seed)}${letters(index)}`.padEnd(9, 'x'));
  return `${words.join(' ')}.`;
};
const letters = (number: number) =>
  number.toString(26).replaceAll(/./g, (digit) => 'abcdefghijklmnopqrstuvwxyz'[Number.parseInt(digit, 26)] ?? '');
const guestOf = (name: string, isExternal: boolean) => ({
  email: 'x@brightwater.test',
  name,
  responseStatus: 'accepted' as const,
  isExternal,
});
const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');

describe('the subject', () => {
  test('consists of local time, company and title', () => {
    expect(briefingSubject(data, readerOf())).toBe('13:30 Brightwater: Intro call');
    expect(briefingSubject({ ...data, timeZone: 'America/New_York' }, readerOf())).toBe(
      '07:30 Brightwater: Intro call',
    );
  });

  test('writes half past noon the way the reader’s language does', () => {
    const subjectIn = (language: BriefingLanguage, locale: string) =>
      briefingSubject({ ...data, timeZone: 'UTC' }, readerOf({ language, locale, hourCycle: 'h12' }));
    expect(subjectIn('ja', 'ja-JP')).toMatch(/^午後0:30 /);
    expect(subjectIn('en', 'en-US')).toMatch(/^12:30\sPM /);
  });

  test('mentions the company once', () => {
    expect(briefingSubject({ ...data, title: 'Brightwater intro' }, readerOf())).toBe('13:30 Brightwater intro');
    const companies = [{ domain: 'brightwater.test', name: 'Brightwater Systems', line: 'Pumps. [1]', news: [] }];
    const named = { ...data, title: 'Brightwater intro', report: { ...report, companies } };
    expect(briefingSubject(named, readerOf())).toBe('13:30 Brightwater intro');
  });

  test('derives the company from its domain without research', () => {
    expect(briefingSubject({ ...data, report: null, externalDomains: ['north-peak.test'] }, readerOf())).toBe(
      '13:30 North Peak: Intro call',
    );
    expect(briefingSubject({ ...data, report: null, externalDomains: ['xn--mller-kva.test'] }, readerOf())).toBe(
      '13:30 Müller: Intro call',
    );
  });

  test('leaves a domain encoded if it mixes Latin and Cyrillic letters', () => {
    const subject = briefingSubject({ ...data, report: null, externalDomains: ['xn--pple-43d.test'] }, readerOf());
    expect(seen(subject)).toBe('13:30 xn--pple-43d.test: Intro call');
  });

  test('mentions the guest if there is no company', () => {
    expect(briefingSubject({ ...data, report: null, externalDomains: [] }, readerOf())).toBe(
      '13:30 Leonie Hartmann: Intro call',
    );
  });

  test('cuts a long title before an emoji that does not fit', () => {
    const title = `Brightwater ${'x'.repeat(105)}👩‍👧 and more`;
    expect(briefingSubject({ ...data, title }, readerOf())).toBe(`13:30 Brightwater ${'x'.repeat(105)}`);
  });

  test('stays on one line for any title', () => {
    const subject = briefingSubject({ ...data, title: 'A\r\nBcc: x@evil.test' }, readerOf());
    expect(seen(subject)).toBe('13:30 Brightwater: A Bcc: x@evil.test');
    expect(subject).not.toContain('\n');
  });
});

describe('names and titles in right-to-left scripts', () => {
  const title = 'פגישה 12:30';
  const isolated = `\u2068${title}\u2069`;

  test('do not change the direction of the rest of the subject', () => {
    expect(briefingSubject({ ...data, title }, readerOf())).toBe(`13:30 Brightwater: ${isolated}`);
    const named = { ...data, title: 'דנה: פגישה', report: null, externalDomains: [], guests: [guestOf('דנה', true)] };
    expect(briefingSubject(named, readerOf())).toBe('13:30 \u2068דנה: פגישה\u2069');
  });

  test('are isolated one by one within our sentences', async () => {
    const previous = { title, start: data.start, outcome: title, guests: ['דנה', 'Kim'], count: 1, news: [] };
    const { text } = await render({ guests: [guestOf('יעל', false), guestOf('Dana', false)], previous, title });
    expect(text).toContain(`${isolated}\n13:30`);
    expect(seen(text)).toContain('\u2068יעל\u2069 and Dana');
    expect(seen(text)).toContain('\u2068דנה\u2069 and Kim');
    expect(seen(text).match(/פגישה/g)).toHaveLength(3);
    expect(seen(text).split(isolated)).toHaveLength(4);
  });

  test.each([
    ['an override', 'Plan \u202efdp', 'Plan fdp'],
    ['an unclosed isolate', 'Plan \u2068b', 'Plan b'],
    ['an isolate closed and reopened', '\u2069a\u2068 \u2067b', 'a b'],
    ['an override inside an isolate', `\u2068a\u202eb\u2069 ${title}`, `\u2068ab ${title}\u2069`],
    ['a host that mixes directions', 'evil.\u202etest \u2069', 'evil.\u200ctest'],
  ])('cannot affect surrounding text through %s', (_, given, shown) => {
    expect(inert(given)).toBe(shown);
    expect(inert(shown)).toBe(shown);
  });
});

describe('remarks of a report', () => {
  const remarks = [
    remarkOf('nothingFound', { guests: 2, companies: 1 }),
    remarkOf('guestNotFound', { guest: 'Kim $& Park' }),
    remarkOf('fewSources', { count: 2 }),
  ];
  const [summary = '', notFound = '', reason = ''] = textsOf(remarks);
  const said = { ...report, summary, notFound: [notFound], scoreReasons: [reason], remarks };
  const readIn = async (change: Partial<ResearchReport>, locale = 'de-DE') => {
    const reader = readerOf({ language: 'de', locale, hourCycle: null });
    const given = { ...data, confidence: 20, report: { ...said, ...change } };
    return seen((await renderBriefing(given, { ...mailSettings, reader })).text);
  };

  test('are in the reader’s language', async () => {
    const text = await readIn({});
    expect(text).toContain('Über die Gäste und das zugehörige Unternehmen wurde nichts Öffentliches gefunden.');
    expect(text).toContain('Es wurde nichts gefunden, das sich sicher auf Kim $& Park bezieht.');
    expect(text).toContain('Das Briefing stützt sich auf 2 Quellen.');
    for (const { text: english } of remarks) expect(text).not.toContain(english);
  });

  test('keep their text in old reports and for unknown codes', async () => {
    const { remarks: _, ...before } = said;
    const newer = remarks.map((remark) => ({ ...remark, code: 'toString' }));
    for (const given of [before, { ...said, remarks: newer }]) {
      const { text } = await renderBriefing({ ...data, report: given }, mailSettings);
      expect(seen(text)).toContain(notFound);
    }
  });
});

test('rendering returns the facts stated in the email, without omitted facts or suggestions', async () => {
  const facts = ['Spoke in Rotterdam. [2]', 'Sails at weekends. [1]', 'Third about nothing else. [2]'];
  const guests = report.guests.map((guest) => ({ ...guest, facts }));
  const { told, text } = await render({ report: { ...report, guests } });
  const { guests: about = [], facts: kept = [] } = told?.[data.meetingId] ?? {};
  expect(about).toEqual(['leonie@brightwater.test']);
  expect(kept.map((fact) => fact.text)).toContain('Sails at weekends.');
  expect(kept.map((fact) => fact.text)).toContain('Late deliveries.');
  for (const fact of kept) expect(seen(text)).toContain(fact.text);
  for (const left of ['Third about nothing else.', 'Delivery slots.']) {
    expect(kept.map((fact) => fact.text)).not.toContain(left);
  }
});

describe('the briefing email', () => {
  test('contains every part of a briefing in both HTML and text', async () => {
    const { html, text } = await render();
    for (const part of [
      '13:30 to 14:00, Saturday 21 November (CET)',
      'Room 4',
      'You last met on 2 October 2026: Kick-off.',
      'Leonie Hartmann',
      'Maybe · Identity confirmed',
      'VP Operations since 2024',
      'Sam Porter',
      'It finds leaks.',
      'Delivery slots.',
      'What is next?',
      'Late deliveries.',
      'Nothing could be confirmed about Kim Park.',
      'Raised 38 million',
      'Researched on 21 November 2026 at 09:05 CET.',
    ]) {
      expect(html).toContain(part);
      expect(text.replaceAll(/\s+/g, ' ')).toContain(part);
    }
  });

  test('lists the previous attendees, the number of meetings and cited news since then', async () => {
    const news = 'Brightwater opened an office. [1]';
    const previous = {
      title: 'Kick-off',
      start: '2026-10-02T08:00:00.000Z',
      outcome: 'They want a <pilot> in spring.',
      guests: ['Leonie Hartmann'],
      count: 3,
      news: [news],
    };
    const item = 'Brightwater hired a head of sales. [2]';
    const { text } = await render({ previous, newSince: { at: '2026-11-12T08:00:00.000Z', items: [news, item] } });
    const flat = text.replaceAll(/\s+/g, ' ');
    expect(flat).toContain(
      `You last met on 2 October 2026: Kick-off, with Leonie Hartmann. 3 earlier meetings with any of these guests. You noted: “They want a <pilot> in spring.” - ${news}`,
    );
    expect(flat).toContain(`NEW SINCE 12 NOVEMBER 2026 - ${item}`);
    expect(flat.split(news)).toHaveLength(2);
  });

  test('mentions a first meeting', async () => {
    expect((await render({ previous: null })).text).toContain('No earlier meetings with them in Foreword.');
  });

  test('attack 22: links only to us, its sources, the meeting and known document hosts', async () => {
    const documents = [
      { title: 'Price <b>per</b> shipment', url: 'https://docs.google.com/document/d/1/edit', host: 'docs.google.com' },
      { title: 'Plan', url: null, host: 'plans.brightwater.test' },
      // As in a row written by an attacker.
      { title: 'evil.test/pay', url: 'https://evil.test/pay', host: 'evil.test' },
    ];
    const { html, text } = await render({ documents });
    expect(html).not.toContain('<b>per');
    expect(seen(text)).toContain('Documents Price <b>per</b> shipment: https://docs.google.com/document/d/1/edit');
    expect(seen(text)).toContain('Plan (on plans.brightwater.test)');
    expect(new Set(hrefs(html))).toEqual(
      new Set([
        'https://meet.google.com/abc-defg-hij',
        'https://docs.google.com/document/d/1/edit',
        'https://app.foreword.example/app/meetings?meeting=0192e4a0-0000-7000-8000-000000000001',
        mailSettings.unsubscribeUrl,
        'https://app.foreword.example/app/settings',
        'https://brightwater.test/',
        'https://tradewire.test/2',
      ]),
    );
    expect(html).not.toMatch(/<img|src=|url\(|@import/);
  });

  test('marks the page that the reader reported for a wrong fact', async () => {
    const [home, ...others] = report.sources;
    const sources = [{ title: '', url: '', ...home, hasWrongFact: true }, ...others];
    const { html, text } = await render({ report: { ...report, sources } });
    expect(seen(text)).toContain('[1] You reported a wrong fact here: Home');
    expect(html.split('You reported a wrong fact here')).toHaveLength(2);
  });

  test('asks for a goal and links to the field until one is set', async () => {
    const link = 'https://app.foreword.example/app/meetings?meeting=0192e4a0-0000-7000-8000-000000000001#goal';
    const { html, text } = await render({ asksForGoal: true });
    expect(hrefs(html)).toContain(link);
    expect(text).toContain(`What do you want from this meeting?\n${link}`);
    expect(hrefs((await render()).html)).not.toContain(link);
  });

  test('shows the host of an unknown join link', async () => {
    const { html } = await render({ meetingUrl: 'https://talk.brightwater.test/r/7' });
    expect(html).toMatch(/href="https:\/\/talk\.brightwater\.test\/r\/7"[^>]*>.*Join on talk\.brightwater\.test/s);
    expect((await render({})).html).toMatch(/>Join</);
  });

  test.each(['http://zoom.us/j/1', 'https://zoom.us@evil.test/j/1', 'https://10.0.0.1/j', 'javascript:alert(1)'])(
    'has no Join button for %s',
    async (meetingUrl) => {
      const { html, text } = await render({ meetingUrl });
      expect(html + text).not.toMatch(/Join/);
    },
  );

  test.each([
    ['<img src=x onerror=alert(1)>', '<img'],
    ['<style>*{display:none}</style>', '<style>*'],
    ['<a href="https://evil.test">x</a>', '<a href="https://evil'],
  ])('shows %s as text', async (hostile, markup) => {
    const guests = data.guests.map((guest) => ({ ...guest, name: hostile }));
    const { html } = await render({
      title: hostile,
      location: hostile,
      guests,
      previous: { title: hostile, start: data.start, outcome: null, guests: [hostile], count: 2, news: [] },
    });
    expect(html).not.toContain(markup);
    expect(html).toContain('&lt;');
  });

  test('attack 23: keeps mail clients from turning strangers’ text into links', async () => {
    const { html, text, subject } = await render({ title: 'See https://evil.test/x or www.evil.test' });
    expect(html + text + subject).not.toMatch(/https:\/\/evil\.test|www\.evil/);
  });

  test('attack 23: breaks hosts and addresses in untrusted text without visible change', async () => {
    const hostile = 'Visit evil.test/x and www.1.x or write to a@evil.test';
    const names = ['Last', 'New', 'Role', 'Fact', 'Line', 'News', 'Point', 'Question', 'Missing', 'Reason', 'Risk'];
    /** Returns text that cites its own source, so that it does not count as a repeat. */
    const part = (name: string) => `${name}: ${hostile} [${names.indexOf(name) + 1}]`;
    const [guest] = report.guests;
    const { html, text, subject } = await render({
      title: hostile,
      location: hostile,
      guests: data.guests.map((one) => ({ ...one, name: one.name === null ? null : hostile })),
      previous: { title: hostile, start: data.start, outcome: null, guests: [hostile], count: 2, news: [part('Last')] },
      newSince: { at: data.start, items: [part('New')] },
      report: {
        ...report,
        summary: hostile,
        keyInsights: [{ title: hostile, description: hostile, importance: 'high', category: '' }],
        riskFactors: [part('Risk')],
        guests: guest ? [{ ...guest, role: part('Role'), facts: [part('Fact')] }] : [],
        companies: [{ domain: 'brightwater.test', name: hostile, line: part('Line'), news: [part('News')] }],
        talkingPoints: [part('Point')],
        questions: [part('Question')],
        notFound: [part('Missing')],
        scoreReasons: [part('Reason')],
        sources: names.map(() => ({ title: hostile, url: 'https://brightwater.test/' })),
      },
      confidence: 20,
    });
    // An email this long has no room for a watch-out.
    const sources = names.map(() => ({ title: 'x', url: 'https://brightwater.test/' }));
    const silent = { guests: [], companies: [], talkingPoints: [], questions: [], notFound: [], scoreReasons: [] };
    const short = await render({ report: { ...report, ...silent, sources, riskFactors: [part('Risk')] } });
    const told = `${seen(text)}${seen(short.text)}`;
    for (const name of names) expect(told).toContain(`${name}: ${hostile}`);
    expect(short.html.replaceAll(/href="[^"]*"/g, '')).not.toMatch(/evil\.test|www\.1|a@evil/);
    for (const form of [html.replaceAll(/href="[^"]*"/g, ''), text, subject]) {
      expect(form).not.toMatch(/evil\.test|www\.1|a@evil|kim@brightwater/);
      expect(seen(form)).toContain(hostile);
    }
    expect(seen(text)).toContain('kim@brightwater.test (Declined)');
    expect(text).toContain('\nhttps://brightwater.test/\n');
    expect(html).toContain('href="https://brightwater.test/"');
  });

  test('leaves versions, numbers, abbreviations and sentence ends intact', async () => {
    const plain = 'Plan v2.4.1, e.g. for 1.5 million, at 9 a.m. in the U.S. Next.';
    expect((await render({ title: plain })).text).toContain(plain);
  });

  test('attack 31: never links a source that is not a web page', async () => {
    const sources = [{ title: 'x', url: 'javascript:alert(1)' }];
    expect((await render({ report: { ...report, sources } })).html).not.toContain('javascript:');
  });

  test.each([
    ['at a space', 'word '.repeat(40), `${'word '.repeat(28).trim()}…`],
    [
      'inside a text without spaces',
      '浜松の倉庫を移転した。'.repeat(20),
      `${'浜松の倉庫を移転した。'.repeat(13).slice(0, 140)}…`,
    ],
    ['far after the only space', `A ${'松'.repeat(200)}`, `A ${'松'.repeat(138)}…`],
  ])('shortens the preheader %s', async (_, summary, expected) => {
    const { html } = await render({ report: { ...report, keyInsights: [], summary } });
    expect(html).toContain(`>${expected}<`);
  });

  test('stays within 560 px and 60 KB with both themes and a preheader', async () => {
    const guests = many(
      { email: 'leonie@brightwater.test', name: 'L', responseStatus: 'accepted' as const, isExternal: true },
      8,
    );
    const { html } = await render({ report: full, guests });
    expect(Buffer.byteLength(html)).toBeLessThan(60 * 1024);
    expect(html).toContain('max-width:560px');
    expect(html).toContain('prefers-color-scheme:dark');
    expect(html).toContain('The one big thing.');
  });

  describe('with the largest possible report', () => {
    const fact = (cites: string) => `${sentence()} ${cites}`;
    const largest = (url: (place: number) => string): Partial<BriefingData> => {
      const some = (length: number) =>
        Array.from({ length }, (_, index) => fact(`Fact ${index + 1}. [${index + 1}][${index + 6}][20]`));
      const people = Array.from({ length: 8 }, (_, index) => `guest${index}@brightwater.test`);
      const last = { title: 'Kick-off', start: data.start, outcome: null, guests: people, count: 9, news: some(3) };
      return {
        newSince: { at: data.start, items: some(3) },
        previous: last,
        guests: people.map((email) => ({ email, name: null, responseStatus: 'accepted', isExternal: true })),
        report: {
          ...report,
          summary: some(3).join(' '),
          guests: people.map((email) => ({
            email,
            name: null,
            role: fact('[12]'),
            facts: some(5),
            identity: 'confirmed',
            candidates: [],
          })),
          companies: ['a', 'b', 'c', 'd'].map((name) => ({
            domain: `${name}.test`,
            name: name.toUpperCase(),
            line: fact('[14]'),
            news: some(3),
          })),
          talkingPoints: some(5),
          questions: some(3),
          riskFactors: Array.from({ length: 40 }, (_, index) => `Risk ${index + 1}. ${fact('[15]')}`),
          sources: Array.from({ length: 24 }, (_, index) => ({ title: 'The title '.repeat(20), url: url(index + 1) })),
        },
      };
    };
    const usual = largest((place) => `https://brightwater.test/${place}/${'path/'.repeat(20)}`);
    const cites = Array.from({ length: 8 }, (_, index) => `[${index + 1}]`).join('');
    const long = largest((place) => `https://brightwater.test/${place}/`.padEnd(1000, 'p'));
    const manyCited = long.report
      ? { ...long, report: { ...long.report, summary: Array.from({ length: 3 }, () => fact(cites)).join(' ') } }
      : {};
    const open = 'https://app.foreword.example/app/meetings?meeting=0192e4a0-0000-7000-8000-000000000001';

    test.each([
      ['URLs of typical length', usual],
      ['a quick take citing eight of the longest URLs', manyCited],
      ['URLs of 2,000 characters', largest((place) => `https://brightwater.test/${place}/${'p'.repeat(2000)}`)],
    ])('stays below 60 KB with %s and links to the rest', async (_, change) => {
      const { html, text } = await render(change);
      expect(Buffer.byteLength(html)).toBeLessThan(60_000);
      expect(html).toContain('more in Foreword</a>');
      expect(text).toContain(`more in Foreword:\n${open}\n`);
      expect(seen(text)).toContain('guest7@brightwater.test');
      expect(html).toContain(`href="${mailSettings.unsubscribeUrl}"`);
      expect(text).not.toContain('Risk 3.');
    });

    test('lists exactly the sources still cited, under their own numbers', async () => {
      const { html, text } = await render(usual);
      const cited = new Set(
        [...(text.split('\nSOURCES\n')[0] ?? '').matchAll(/\[(\d+)\]/g)].map(([, number]) => number),
      );
      const listed = [...text.matchAll(/\n\[(\d+)\] The title/g)].map(([, number]) => number);
      expect(new Set(listed)).toEqual(cited);
      expect(html).toContain('href="https://brightwater.test/20/');
      expect(html).not.toContain('href="https://brightwater.test/24/');
    });

    test('keeps the most important facts, the same number for each guest', async () => {
      const change = { ...usual, newSince: null, previous: null };
      const short = (text: string) => text.replaceAll(/((?:word[a-z]+ ){3})(?:word[a-z]+ )+/g, '$1');
      const slim: BriefingData['report'] = JSON.parse(short(JSON.stringify(usual.report)));
      const { html, text } = await render({ ...change, report: slim });
      const count = (said: string) => text.split('WHO YOU MEET')[1]?.split('\nA (')[0]?.split(said).length;
      expect(Buffer.byteLength(html)).toBeLessThan(60_000);
      expect(count('Fact 1.')).toBe(9);
      expect(count('Fact 2.')).toBe(1);
    });
  });

  test('points to more in the app only if it leaves something out', async () => {
    const whole = await render();
    expect(whole.html + whole.text).not.toContain('more in Foreword');
    const { html, text } = await render({
      report: { ...report, riskFactors: ['Risk 1. [1]', 'Risk 2. [1]', 'Risk 3. [1]'] },
    });
    expect(text).toContain('There is more in Foreword:\nhttps://app.foreword.example/app/meetings?meeting=');
    expect(html).toContain('more in Foreword</a>');
    expect(text).toContain('Risk 2.');
    expect(html + text).not.toContain('Risk 3.');
  });

  describe('says less about each guest and company, and suggests less, the more there are', () => {
    const fact = () => `${sentence().slice(0, 60)}. [1]`;
    const long = (guests: number, companies: number): Partial<BriefingData> => {
      const people = Array.from({ length: guests }, (_, index) => `guest${index}@brightwater.test`);
      return {
        guests: people.map((email) => ({ email, name: null, responseStatus: 'accepted', isExternal: true })),
        report: {
          ...report,
          guests: people.map((email) => ({
            email,
            name: null,
            role: null,
            facts: [fact(), fact(), fact()],
            identity: 'confirmed',
            candidates: [],
          })),
          companies: Array.from({ length: companies }, (_, index) => ({
            domain: `${index}.test`,
            name: `Company ${index}`,
            line: fact(),
            news: [fact(), fact(), fact()],
          })),
          talkingPoints: [fact(), fact(), fact(), fact()],
          questions: [fact(), fact(), fact()],
        },
      };
    };
    const countIn = (text: string, heading: RegExp) =>
      (text.split(heading)[1] ?? '').split(/\n\n[A-Z]{3}/)[0]?.match(/^- /gm)?.length;

    test.for([
      [1, 1, { facts: 2, news: 2, points: 3, questions: 2 }],
      [2, 1, { facts: 2, news: 1, points: 3, questions: 2 }],
      [3, 2, { facts: 3, news: 1, points: 1, questions: 1 }],
      [4, 3, { facts: 4, news: 1, points: 1, questions: 1 }],
    ] as const)('guests: %i, companies: %i', async ([guests, companies, { facts, news, points, questions }]) => {
      const { text } = await render(long(guests, companies));
      expect(countIn(text, /WHO YOU MEET/)).toBe(facts);
      expect(countIn(text, /COMPANY 0/)).toBe(news);
      expect(countIn(text, /TALKING POINTS.*/)).toBe(points);
      expect(countIn(text, /QUESTIONS TO ASK.*/)).toBe(questions);
    });
  });

  describe('states each fact only once', () => {
    const signed = 'Brightwater signed a four-year contract with Ghent on 4 November 2026. [2]';
    const repeating: ResearchReport = {
      ...report,
      summary: `Leonie Hartmann has been VP Operations at Brightwater since 2024. [1] ${signed}`,
      keyInsights: [{ title: 'Ghent', description: signed, importance: 'high', category: '' }],
      guests: report.guests.map((guest) => ({ ...guest, facts: [signed, ...guest.facts] })),
      companies: [
        {
          domain: 'brightwater.test',
          name: 'Brightwater',
          line: 'On 4 November 2026 Brightwater signed a contract with Ghent. [2]',
          news: [signed],
        },
      ],
      talkingPoints: [signed, 'Ask Ghent for a reference, since the contract runs for four years. [2]'],
      riskFactors: [signed],
    };

    test('even if the report repeats it, and omits empty sections', async () => {
      const { html, text } = await render({ report: repeating });
      const body = html.slice(html.indexOf('<h1'));
      for (const form of [seen(body.replaceAll(/<[^>]*>/g, '')), seen(text)]) {
        expect(form.split('with Ghent')).toHaveLength(2);
        expect(form.split('since 2024')).toHaveLength(2);
        expect(form).toContain('Ask Ghent for a reference');
      }
      expect(seen(text)).toContain(
        'Leonie Hartmann (brightwater.test · Maybe · Identity confirmed) - Spoke in Rotterdam',
      );
      expect(text).not.toMatch(/^BRIGHTWATER|WATCH OUT/m);
    });

    test('and fills the space with other facts', async () => {
      const facts = [signed, 'First. [1]', 'Second. [1]', 'Third. [1]'];
      const guests = report.guests.map((guest) => ({ ...guest, facts }));
      const { text } = await render({ report: { ...repeating, guests } });
      expect(text).toContain('- First. [1]\n- Second. [1]\n');
    });
  });

  test('shows a role beside the name, or below it if it is a sentence', async () => {
    const withRole = async (role: string) => {
      const guests = report.guests.map((guest) => ({ ...guest, role }));
      return seen((await render({ report: { ...report, guests } })).text);
    };
    expect(await withRole('VP Operations [1]')).toContain('Leonie Hartmann, VP Operations [1] (Maybe');
    expect(await withRole('Leonie Hartmann has run operations since May. [1]')).toContain(
      'Leonie Hartmann (Maybe · Identity confirmed) - Leonie Hartmann has run operations since May. [1] - Spoke',
    );
  });

  test('keeps each citation with its own sentence', async () => {
    const { html } = await render({ report: { ...report, summary: 'One is so. [1] Two is else. [2]' } });
    expect(html.replaceAll(/<(?!sup)[^>]*>/g, '')).toMatch(/One is so\.<sup[^>]*>.1 Two is else\.<sup[^>]*>.2/);
  });

  test('marks parts that only quote their sources', async () => {
    const quoted = {
      ...report,
      summary: '“Brightwater finds leaks.” [1] “We grow.” [2]',
      guests: [],
      companies: [
        {
          domain: 'brightwater.test',
          name: 'Brightwater',
          line: '„Wir finden Lecks.“ [1]',
          news: ['«Nouveau siège.» [2]'],
        },
      ],
      talkingPoints: [],
      questions: [],
      riskFactors: [],
    };
    const { text } = await render({ report: quoted });
    expect(text).toContain('QUICK TAKE (Quoted)\n“Brightwater finds leaks.” [1] “We grow.” [2]');
    expect(text).toContain('BRIGHTWATER (brightwater.\u200ctest · Quoted)\n„Wir finden Lecks.“ [1]');
    const inHebrew = await render({ report: { ...quoted, summary: '“מוצא דליפות.” [1]' } });
    expect(inHebrew.text).toContain('QUICK TAKE (Quoted)\n');
    expect((await render()).text).not.toContain('Quoted');
  });

  test('gives reasons for its confidence only if it is low', async () => {
    const reason = 'One of two guests was not identified.';
    expect((await render()).text).not.toContain(reason);
    const { html, text } = await render({ confidence: 41 });
    expect(text).toContain(`CONFIDENCE: 41%\n${reason}`);
    expect(html).toContain(reason);
    expect((await render({ confidence: 41, report: { ...report, scoreReasons: [] } })).text).not.toContain(
      'CONFIDENCE',
    );
  });

  test('renders reports from before scores existed', async () => {
    const { confidence: _, report: __, ...old } = data;
    const { scoreReasons: ___, ...oldReport } = report;
    const { text } = await renderBriefing(briefingData.parse({ ...old, report: oldReport }), mailSettings);
    expect(text).toContain('VP Operations since 2024');
  });

  test('omits a location that is only the join link', async () => {
    const { html, text } = await render({ location: 'https://meet.google.com/abc-defg-hij?hs=1' });
    expect(html + text).not.toContain('?hs=1');
  });

  test('keeps source numbers when skipping a source that is not a web page', async () => {
    const sources = [{ title: 'x', url: 'javascript:alert(1)' }, ...report.sources];
    const { text } = await render({ report: { ...report, sources } });
    expect(text).toContain('[2] Home\nhttps://brightwater.test/\n');
  });

  test('wraps text at 78 characters except for links', async () => {
    const { text } = await render({ title: 'A very long title '.repeat(8) });
    const lines = text.split('\n').filter((line) => !line.includes('https://'));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78);
  });

  test('marks inferences and suggestions in both HTML and text', async () => {
    const { html, text } = await render();
    expect(text).toContain('TALKING POINTS (Inferred)\n');
    expect(text).toContain('WATCH OUT (Inferred)\n');
    expect(text).toContain('QUESTIONS TO ASK (Suggested)\n');
    for (const facts of ['QUICK TAKE', 'WHO YOU MEET', 'BRIGHTWATER (brightwater.\u200ctest)'])
      expect(text).toContain(`${facts}\n`);
    const headings = [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, inner = '']) =>
      inner.replaceAll(/<[^>]*>/g, ''),
    );
    const labelled = headings.filter((heading) => /Inferred|Suggested/.test(heading));
    expect(labelled.map((heading) => heading.replaceAll(/\s+/g, ' '))).toEqual([
      'Talking points Inferred',
      'Questions to ask Suggested',
      'Watch out Inferred',
    ]);
  });

  test('shows the domain of each company and of guests at other domains', async () => {
    const guests = [
      guestOf('Ines Moreau', true),
      { ...guestOf('Leonie Hartmann', true), email: 'leonie@eu.brightwater.test' },
      { ...guestOf('Omar Haddad', true), email: 'omar@brightwater-group.test' },
      { ...guestOf('ines@brightwater.test', true), email: 'ines@lookalike.test' },
      { ...guestOf('Sam Porter', false), email: 'sam@harborline.test' },
    ];
    const { html, text } = await render({ guests });
    const parts = seen(text);
    expect(parts).toContain('BRIGHTWATER (brightwater.test) It finds leaks.');
    expect(parts).toContain('Ines Moreau (Accepted)');
    expect(parts).toContain('Leonie Hartmann (Accepted)');
    expect(parts).toContain('Omar Haddad (brightwater-group.test · Accepted)');
    expect(parts).toContain('ines@brightwater.test (lookalike.test · Accepted)');
    expect(parts).toContain('Also invited: Sam Porter.');
    expect(html).toMatch(/Brightwater<span class="ink3"[^>]*>\s*(?:<!-- -->)?brightwater\.\u200ctest<\/span>/);
    const companies = report.companies.map((company) => ({ ...company, name: company.domain }));
    const unnamed = await render({ guests, report: { ...report, companies } });
    expect(seen(unnamed.text)).toContain('Sam Porter. brightwater.test It finds leaks.');
    const withoutCompany = await render({ guests, report: { ...report, companies: [] } });
    expect(seen(withoutCompany.text)).toContain('Ines Moreau (brightwater.test · Accepted)');
  });

  test.each([
    ['fr', 'en-GB', 'Room 4. Vous n’avez pas encore répondu.', 'Documents\nPlan\u00a0:\nhttps', 'Sam et Bo'],
    ['de', 'de-DE', 'Room 4. Sie haben', 'Plan:\nhttps', 'Sam und Bo'],
    ['ja', 'ja-JP', 'Room 4。まだ', 'Plan：\nhttps', 'Sam、Bo'],
  ] as const)('uses the customary punctuation in %s', async (language, locale, place, document, names) => {
    const reader = readerOf({ language, locale, hourCycle: null });
    const documents = [{ title: 'Plan', url: 'https://docs.google.com/document/d/1', host: 'docs.google.com' }];
    const guests = [guestOf('Sam', false), guestOf('Bo', false)];
    const given: BriefingData = { ...data, userResponse: 'needsAction', documents, guests };
    const { text } = await renderBriefing(given, { ...mailSettings, reader });
    for (const part of [place, document, names]) expect(text.replaceAll('\u200c', '')).toContain(part);
  });

  test('can be unsubscribed from with one click (RFC 8058) or a link', async () => {
    const { headers, html, text } = await render();
    expect(headers).toEqual({
      'List-Unsubscribe': `<${mailSettings.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(html).toContain(`href="${mailSettings.unsubscribeUrl}"`);
    expect(text).toContain(`Unsubscribe: ${mailSettings.unsubscribeUrl}\n`);
  });

  test.each([
    ['research_failed', 'The research for this meeting failed.'],
    ['quota_exceeded', 'quota is used up.'],
    ['no_time', 'wasn’t enough time to research'],
  ] as const)('without research (%s) says so and shows the calendar details', async (shortfall, said) => {
    const { text, html } = await render({ report: null, researchedAt: null, shortfall });
    const joined = seen(text);
    expect(joined).toContain(said);
    expect(joined).toContain('Leonie Hartmann (brightwater.test · Maybe)');
    expect(joined).toContain('kim@brightwater.test (Declined)');
    expect(joined).toContain('Not researched.');
    expect(joined).not.toContain('SOURCES');
    expect(html).toContain(said);
  });

  test('says that earlier research may be out of date if new research failed', async () => {
    expect((await render({ shortfall: 'research_failed' })).text).toContain('may be out of date');
  });

  test('case 24: marks a guest who declined', async () => {
    const text = seen((await render()).text);
    expect(text).toContain('kim@brightwater.test (Declined)');
  });

  test.each([
    ['tentative', 'You responded “Maybe”.'],
    ['needsAction', 'You have not responded yet.'],
  ] as const)('case 25: shows the reader’s response %s', async (userResponse, said) => {
    expect((await render({ userResponse })).text).toContain(said);
    expect((await render()).text).not.toContain(said);
  });

  test('case 28: shows local time with its zone before and after a clock change', async () => {
    const at = async (start: string, end: string) => (await render({ start, end })).text;
    expect(await at('2026-10-24T08:00:00.000Z', '2026-10-24T08:30:00.000Z')).toMatch(
      /10:00 to 10:30, Saturday 24 October \((?:CEST|GMT\+2)\)/,
    );
    expect(await at('2026-10-26T08:00:00.000Z', '2026-10-26T08:30:00.000Z')).toMatch(
      /09:00 to 09:30, Monday 26 October \((?:CET|GMT\+1)\)/,
    );
  });

  test('case 36: lists the first guests, counts the rest and mentions hidden ones', async () => {
    const crowd = Array.from({ length: 60 }, (_, index) => ({
      email: `guest${index}@brightwater.test`,
      name: null,
      responseStatus: 'accepted' as const,
      isExternal: true,
    }));
    const text = seen((await render({ guests: crowd, guestsHidden: true })).text);
    expect(text).toContain('guest0@brightwater.test');
    expect(text).toContain('guest19@brightwater.test');
    expect(text).not.toContain('guest20@brightwater.test');
    expect(text).toContain('And 40 more external guests.');
    expect(text).toContain('Your calendar does not list all guests.');
    expect((await render()).text).not.toContain('does not list all');
  });

  test('falls back to UTC for an unknown time zone', async () => {
    expect((await render({ timeZone: 'Mars/Olympus' })).text).toContain('12:30 to 13:00, Saturday 21 November (UTC)');
  });
});

describe('the one-click links of a briefing', () => {
  const participants = data.guests.map((guest) => ({ ...guest, isSelf: false }));
  const meeting = { participants, externalDomains: ['brightwater.test', 'b.test', 'c.test', 'd.test'], seriesId: 's' };
  const links = createFeedbackLinks(meeting, report);

  test('offer feedback, a wrong-person report, and muting of three domains and the series', () => {
    expect(links.map(({ action, target }) => [action, target])).toEqual([
      ['useful', null],
      ['not_useful', null],
      ['wrong_person', 'leonie@brightwater.test'],
      ['mute_domain', 'brightwater.test'],
      ['mute_domain', 'b.test'],
      ['mute_domain', 'c.test'],
      ['mute_series', null],
    ]);
    expect(new Set(links.map(({ token }) => token)).size).toBe(links.length);
  });

  test('offer to mute the meeting if it has no series, and no wrong-person report without research', () => {
    const actions = createFeedbackLinks({ ...meeting, seriesId: null }, null).map(({ action }) => action);
    expect(actions).not.toContain('wrong_person');
    expect(actions).toContain('mute_meeting');
    expect(actions).not.toContain('mute_series');
  });

  test('lead to a confirmation page, in both HTML and text', async () => {
    const { html, text } = await renderBriefing(data, mailSettings, links);
    for (const { token } of links) {
      const href = `https://app.foreword.example/feedback?token=${token}`;
      expect(html).toContain(`href="${href}"`);
      expect(text).toContain(`\n${href}\n`);
    }
    expect(html).toContain('Was this useful?');
    expect(text).toContain('WAS THIS USEFUL?\nYes:\nhttps://');
    expect(text).toContain('Wrong person? Leonie Hartmann:\n');
    expect(text.replaceAll('\u200c', '')).toContain('No more emails about brightwater.test:\n');
    expect(text).toContain('No more emails about this series:\n');
    expect(
      hrefs(html).filter((href) => !/^https:\/\/(app\.foreword|meet\.google|brightwater|tradewire)/.test(href)),
    ).toEqual([]);
  });

  test('attack 23: show a hostile name as text within the line limit', async () => {
    const name = '<img src=x onerror=alert(1)> https://evil.test/x '.repeat(4);
    const guests = data.guests.map((guest) => ({ ...guest, name }));
    const { html, text } = await renderBriefing({ ...data, guests }, mailSettings, links);
    expect(html).not.toContain('<img');
    expect(html + text).not.toContain('https://evil.test');
    const lines = text.split('\n').filter((line) => !line.includes('https://'));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78);
  });

  test('are missing from an email queued without them', async () => {
    const { html, text } = await render();
    expect(html + text).not.toMatch(/useful\?|\/feedback/i);
  });

  test('keep a full briefing below 60 KB', async () => {
    const [leonie] = participants;
    const guests = leonie ? many(leonie, 8) : [];
    const all = createFeedbackLinks({ ...meeting, participants: guests }, full);
    const { html } = await renderBriefing({ ...data, report: full, guests }, mailSettings, all);
    expect(all.length).toBeGreaterThan(12);
    expect(Buffer.byteLength(html)).toBeLessThan(60 * 1024);
  });
});

describe('the update email', () => {
  const { meetingId, title, start, end, timeZone, location, meetingUrl, externalDomains } = data;
  const place = { meetingId, title, start, end, timeZone, location, meetingUrl, externalDomains };
  const update = { ...place, joined: [], left: [], sources: [] };

  test('shows the old and the new time', async () => {
    const mail = await renderBriefingUpdate({ ...update, oldStart: '2026-11-21T09:00:00.000Z' }, mailSettings);
    expect(mail.subject).toBe('Moved to 13:30: Intro call');
    expect(mail.text).toContain('Was: 10:00, Saturday 21 November\nNow: 13:30 to 14:00, Saturday 21 November (CET)');
    expect(mail.html).toContain('10:00, Saturday 21 November');
  });

  test('shows the day in the subject if it changes', async () => {
    const mail = await renderBriefingUpdate({ ...update, oldStart: '2026-11-20T12:30:00.000Z' }, mailSettings);
    expect(mail.subject).toBe('Moved to Saturday 21 November 13:30: Intro call');
  });

  test('lists who joined, with cited facts, and who left', async () => {
    const guest = { email: 'omar@brightwater.test', name: 'Omar Haddad', responseStatus: 'accepted', isExternal: true };
    const fact = 'Omar Haddad has been head of procurement since May. [1]';
    const { email, name } = guest;
    const joined = briefingUpdateData.parse({
      ...update,
      oldStart: start,
      joined: [{ guest, brief: { email, name, role: null, facts: [fact], identity: 'confirmed', candidates: [] } }],
      left: ['ines@brightwater.test'],
      sources: [{ title: 'Team', url: 'https://brightwater.test/team' }],
    });
    const mail = await renderBriefingUpdate(joined, mailSettings);
    expect(mail.subject).toBe('Guests changed: Intro call');
    const text = seen(mail.text);
    for (const part of [
      'As planned: 13:30 to 14:00, Saturday 21 November (CET)',
      'Omar Haddad (brightwater.test · Accepted · Identity confirmed)',
      fact,
      'NO LONGER LISTED',
      'ines@brightwater.test',
      '[1] Team https://brightwater.test/team',
      'The rest of the briefing you received still applies',
    ])
      expect(text).toContain(part);
    expect(mail.html).toContain('href="https://brightwater.test/team"');
    expect(mail.text.split('\n').every((line) => line.length <= 78 || line.includes('http'))).toBe(true);
  });

  test.each([12, 200])('stays below 60 KB with %i people joining and leaving, and links to the rest', async (count) => {
    const people = Array.from({ length: count }, (_, index) => `guest${index}@${'brightwater'.repeat(4)}.test`);
    const fact = () => `${sentence()} [1][2][3]`;
    const crowded = briefingUpdateData.parse({
      ...update,
      oldStart: start,
      joined: people.map((email) => ({
        guest: { email, name: null, responseStatus: 'accepted', isExternal: true },
        brief: {
          email,
          name: null,
          role: fact(),
          facts: Array.from({ length: 5 }, fact),
          identity: 'confirmed',
          candidates: [],
        },
      })),
      left: people,
      sources: [1, 2, 3].map((page) => ({
        title: 'Team',
        url: `https://brightwater.test/${page}/${'p'.repeat(200)}`,
      })),
    });
    const { html, text } = await renderBriefingUpdate(crowded, mailSettings);
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    expect(html).toContain('guest9@');
    expect([html, seen(text)].map((form) => form.includes('There is'))).toEqual([true, true]);
    expect(text).toContain(`https://app.foreword.example/app/meetings?meeting=${meetingId}`);
  });
});
