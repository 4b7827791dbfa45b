import { describe, expect, test } from 'vitest';
import { candidatesFor, identifyGuest } from '#workers/research/identity/identify-guest.ts';

const guest = { id: 'g1', email: 'alex.moreau@lumenfield.test', name: 'Alex Moreau', companyDomain: 'lumenfield.test' };
const freeMail = { ...guest, email: 'alex.moreau@gmail.com', companyDomain: null };
const page = (url: string, title: string, text = '') => ({ url, title, text, requestedUrl: null, age: null });
const context = { before: '', after: '', heading: null, opening: '', tableHeader: null, paragraph: null };
const from = (url: string, text = 'Quoted.') => ({ quotes: [{ text, url, title: '', date: null, ...context }] });

const finance = page('https://northpeak.test/team/alex-moreau', 'Alex Moreau, CFO');
const partners = page('https://lumenfield.test/team', 'Our team', 'Alex Moreau runs the partnerships.');
const press = page('https://press.test/a', 'Awards', 'Alex Moreau of Lumenfield won a prize.');
const findings = [finance, partners, press].map(({ url }) => from(url));

describe('a guest', () => {
  test('is confirmed by the employer’s site or a page with name and address', () => {
    expect(identifyGuest(guest, { pages: [partners], findings }).isConfirmed).toBe(true);
    const withAddress = { ...press, holdsAddress: true };
    const identity = identifyGuest(guest, { pages: [withAddress, finance], findings });
    expect([identity.isConfirmed, identity.ownPages]).toEqual([true, [press.url]]);
  });

  test('is found with a title and middle initial, but not across two other people’s names', () => {
    const named = (text: string) => page('https://lumenfield.test/team', 'Our team', text);
    const isConfirmed = (text: string) => identifyGuest(guest, { pages: [named(text)], findings }).isConfirmed;
    expect(isConfirmed('Dr. Alex J. Moreau runs the partnerships.')).toBe(true);
    expect(isConfirmed('Tom Moreau and Alex Reed run the partnerships.')).toBe(false);
  });

  test('mentioned elsewhere is left to the judge', () => {
    const identity = identifyGuest(guest, { pages: [press, finance], findings });
    expect(identity).toMatchObject({ isConfirmed: false, findings });
    expect(identity.ownPages).toEqual([]);
  });

  test('case 35: with a free-mail address is confirmed by the user’s answer, not by name', () => {
    expect(identifyGuest(freeMail, { pages: [press], findings })).toMatchObject({ isConfirmed: false, findings: [] });
    const answer = { email: freeMail.email, chosenUrl: `${press.url}/`, rejectedUrls: [finance.url] };
    const chosen = identifyGuest({ ...freeMail, answer }, { pages: [press, finance], findings });
    expect([chosen.isConfirmed, chosen.ownPages]).toEqual([true, [press.url]]);
    expect(chosen.findings).toEqual([from(partners.url), from(press.url)]);
  });

  test('is not matched to pages rejected by the user, even the employer’s', () => {
    const answer = { email: guest.email, chosenUrl: null, rejectedUrls: [partners.url, press.url] };
    const identity = identifyGuest({ ...guest, answer }, { pages: [partners, press], findings });
    expect(identity).toMatchObject({ isConfirmed: false, findings: [from(finance.url)] });
  });

  test('is found in scripts that attach particles to names', () => {
    const minsu = { ...guest, name: '김민수' };
    const team = page('https://lumenfield.test/ko', '팀', '김민수는 영업을 맡고 있다.');
    expect(identifyGuest(minsu, { pages: [team], findings }).isConfirmed).toBe(true);
  });

  test('without a name is never confirmed', () => {
    expect(identifyGuest({ ...guest, name: null }, { pages: [partners], findings }).isConfirmed).toBe(false);
  });
});

describe('candidate pages', () => {
  test('mention the guest, with title matches first and the matching sentence as excerpt', () => {
    const other = page('https://lumenfield.test/', 'Lumenfield', 'Lumenfield makes lamps.');
    expect(candidatesFor(freeMail, [other, partners, finance])).toEqual([
      { title: 'Alex Moreau, CFO', url: finance.url, excerpt: '' },
      { title: 'Our team', url: partners.url, excerpt: 'Alex Moreau runs the partnerships.' },
    ]);
  });

  test('are not offered again once rejected', () => {
    const answer = { email: freeMail.email, chosenUrl: null, rejectedUrls: [finance.url, partners.url] };
    expect(candidatesFor({ ...freeMail, answer }, [finance, partners])).toEqual([]);
  });

  test('match the name whatever its case, accents and spaces, and within Japanese text', () => {
    const accented = page('https://a.test/', 'ÁLEX  Moreau');
    const japanese = page('https://b.test/', 'チーム', '代表の田中太郎は東京出身です。');
    expect(candidatesFor(guest, [accented])).toHaveLength(1);
    expect(candidatesFor({ ...guest, name: '田中太郎' }, [japanese])).toHaveLength(1);
  });
});
