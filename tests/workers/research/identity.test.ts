import { describe, expect, test } from 'vitest';
import { identify } from '#workers/research/identity.ts';
import type { RunSource } from '#workers/research/sources.ts';

const guest = { id: 'g1', email: 'alex.moreau@northpeak.test', name: 'Alex Moreau', companyDomain: 'northpeak.test' };
const source = (change: Partial<RunSource>): RunSource => ({
  id: 's1',
  url: 'https://tradewire.test/1',
  requestedUrl: null,
  title: 'News',
  age: null,
  text: '',
  ...change,
});
const certaintyOf = (...changes: Partial<RunSource>[]) => identify(guest, changes.map(source)).certainty;

describe('who a guest is', () => {
  test('is confirmed by the address on the page', () => {
    expect(certaintyOf({ text: 'Alex Moreau. Contact: alex.moreau@northpeak.test' })).toBe('confirmed');
  });

  test('is confirmed by the employer’s own site', () => {
    const text = 'Alex Moreau is the chief financial officer.';
    expect(certaintyOf({ url: 'https://www.northpeak.test/team', text })).toBe('confirmed');
    expect(certaintyOf({ url: 'http://127.0.0.1:4007/x', requestedUrl: 'https://northpeak.test/team', text })).toBe(
      'confirmed',
    );
  });

  test('is likely where others name person and employer together', () => {
    expect(certaintyOf({ text: 'Alex Moreau of Northpeak said that freight is dear.' })).toBe('likely');
    expect(certaintyOf({ text: 'ALEX  MOREAU (northpeak.test) spoke.' })).toBe('likely');
  });

  test('stays unknown when a page is about somebody of the same name elsewhere', () => {
    expect(certaintyOf({ text: 'Alex Moreau plays the cello in Lyon.' })).toBe('unknown');
    expect(certaintyOf({ text: 'Alex Moreau is a partner at Northpeak Capital.' })).toBe('unknown');
    expect(certaintyOf({ text: 'Alex Moreau, alex.moreau@northpeak.test.evil.example' })).toBe('unknown');
  });

  test('stays unknown where the name of the company is only a word', () => {
    const box = { ...guest, email: 'alex.moreau@box.test', companyDomain: 'box.test' };
    const certainty = (text: string) => identify(box, [source({ text })]).certainty;
    expect(certainty('Alex Moreau plays the cello; tickets at the box office.')).toBe('unknown');
    expect(certainty('Alex Moreau plays the cello. Box office: ask at the box.')).toBe('unknown');
    expect(certainty('Alex Moreau plays the cello. The Box Office sells tickets.')).toBe('unknown');
    expect(certainty('Alex Moreau joined Box in May.')).toBe('likely');
    expect(certainty('Box hired Alex Moreau.')).toBe('likely');
    expect(certainty('Alex Moreau left the box office for box.test.')).toBe('likely');
  });

  test('stays unknown where the employer has two of that name, unless the address tells', () => {
    const own = (path: string, title: string, text = 'Alex Moreau works here.') =>
      source({ id: path, url: `https://northpeak.test/${path}`, title, text });
    const finance = own('a', 'Alex Moreau, Chief Financial Officer | Northpeak');
    const warehouse = own('b', 'Alex Moreau, Warehouse Manager | Northpeak');
    const other = own('c', 'Team', 'Alex Moreau. Contact: a.moreau@northpeak.test');
    const addressed = own('d', 'Team', 'Alex Moreau. Contact: alex.moreau@northpeak.test');
    for (const two of [[finance, warehouse], [finance, other], [other]]) {
      expect(identify(guest, two)).toEqual({ certainty: 'unknown', sourceIds: new Set() });
      expect(identify(guest, [...two, addressed])).toEqual({ certainty: 'confirmed', sourceIds: new Set(['d']) });
    }
    const colleague = { ...guest, id: 'g2', email: 'a.moreau@northpeak.test' };
    expect(identify(guest, [finance], [guest, colleague]).certainty).toBe('unknown');
    expect(identify(guest, [finance, own('e', 'Alex Moreau, CFO')], [guest]).certainty).toBe('confirmed');
  });

  test('stays unknown when only the company is named', () => {
    expect(certaintyOf({ url: 'https://northpeak.test/', text: 'Northpeak makes tents.' })).toBe('unknown');
  });

  test('case 35: behind a free-mail address only the address itself counts', () => {
    const private_ = { ...guest, email: 'alex.moreau@gmail.com', companyDomain: null };
    expect(identify(private_, [source({ text: 'Alex Moreau of Northpeak' })]).certainty).toBe('unknown');
    expect(identify(private_, [source({ text: 'Alex Moreau, alex.moreau@gmail.com' })]).certainty).toBe('confirmed');
  });

  test('accents do not make another person', () => {
    const zoe = { ...guest, name: 'Zoë van Dijk', email: 'zoe@northpeak.test' };
    expect(identify(zoe, [source({ text: 'Zoe van Dijk runs Northpeak.' })]).certainty).toBe('likely');
  });

  test('names the sources that are about the guest, and no others', () => {
    const sources = [
      source({ id: 's1', text: 'Alex Moreau of Northpeak' }),
      source({ id: 's2', text: 'Alex Moreau, cellist' }),
    ];
    expect([...identify(guest, sources).sourceIds]).toEqual(['s1']);
  });
});
