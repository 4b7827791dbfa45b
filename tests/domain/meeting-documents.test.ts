import { describe, expect, test } from 'vitest';
import { listDocuments, readDocumentUrl } from '#domain/meeting-documents.ts';

const SHEET = 'https://docs.google.com/spreadsheets/d/1abc/edit?usp=meet';

describe('documents of an invitation', () => {
  test('list attachments before links, each once', () => {
    const description = `Prices <${SHEET}>\nSlides: https://acme.sharepoint.com/:p:/g/personal/ann/Eabc and https://1drv.ms/w/s!Abc.\nSee https://brightwater.test/prices and https://meet.google.com/abc-defg-hij`;
    const attachments = [
      { title: ' Price\n per shipment ', url: SHEET },
      { title: 'Plan', url: 'https://plans.brightwater.test/x' },
      { title: '', url: 'javascript:alert(1)' },
    ];
    expect(listDocuments(attachments, description)).toEqual([
      { title: 'Price per shipment', url: SHEET, host: 'docs.google.com' },
      { title: 'Plan', url: null, host: 'plans.brightwater.test' },
      { title: 'A file', url: null, host: null },
      { title: 'Slides', url: 'https://acme.sharepoint.com/:p:/g/personal/ann/Eabc', host: 'acme.sharepoint.com' },
      { title: 'OneDrive', url: 'https://1drv.ms/w/s!Abc', host: '1drv.ms' },
    ]);
  });

  test('are titled after the surrounding text and deduplicated across URL variants', () => {
    const doc = (id: string) => `https://docs.google.com/document/d/${id}`;
    const description = [
      `Agenda: ${doc('1')}/edit?usp=sharing, minutes - ${doc('2')}/edit and ${doc('3')}/edit`,
      `<p>Read <a href="${doc('4')}/edit">the price list</a></p><a href="${doc('5')}/edit">${doc('5')}/edit</a>`,
      'https://drive.google.com/open?id=6 https://drive.google.com/open?id=7',
    ].join('\n');
    const documents = listDocuments([{ title: 'Plan', url: `${doc('1')}/edit` }], description);
    expect(documents.map(({ title }) => title)).toEqual([
      'Plan',
      'minutes',
      'Google Docs',
      'the price list',
      'Google Docs',
      'Google Drive',
      'Google Drive',
    ]);
  });

  test.each([
    'https://acme.sharepoint.com/:x:/s/a/Eabc?e=1',
    'https://acme.sharepoint.com/:w:/r/sites/a/_layouts/15/Doc.aspx?sourcedoc=%7B1%7D',
    'https://acme.sharepoint.com/_layouts/15/guestaccess.aspx?docid=1',
    'https://acme-my.sharepoint.com/personal/ann_acme_com/Documents/b.docx',
  ])('include SharePoint links such as %s', (url) => {
    expect(readDocumentUrl(url)).toBe(url);
  });

  test('are limited in number and title length', () => {
    const attachments = Array.from({ length: 30 }, (_, at) => ({
      title: 'x'.repeat(5_000),
      url: `https://docs.google.com/document/d/${at}/edit`,
    }));
    const documents = listDocuments(attachments, null);
    expect(documents).toHaveLength(8);
    expect(documents[0]?.title).toHaveLength(200);
  });

  test('attack 22: are unwrapped from mail-filter links', () => {
    const wrapped = `https://eur02.safelinks.protection.outlook.com/?url=${encodeURIComponent('https://acme.sharepoint.com/sites/a/b.docx')}&data=05`;
    expect(listDocuments([], wrapped)).toMatchObject([{ url: 'https://acme.sharepoint.com/sites/a/b.docx' }]);
  });

  test.each([
    'http://docs.google.com/document/d/1/edit',
    'https://docs.google.com.evil.test/document/d/1',
    'https://evil.test/docs.google.com/document/d/1',
    'https://docs.google.com@evil.test/document/d/1',
    'https://user:secret@docs.google.com/document/d/1',
    'https://docs.google.com:8443/document/d/1',
    'https://docs.google.com/forms/d/e/1/viewform',
    'https://docs.google.com/url?q=https://evil.test',
    'https://drive.google.com/uc?export=download&id=1',
    'https://sharepoint.com/x',
    'https://evilsharepoint.com/x',
    'https://acme.sharepoint.com/_layouts/15/Authenticate.aspx?Source=https://evil.test',
    'https://acme.sharepoint.com/sites/a/_layouts/15/SignOut.aspx?Source=https://evil.test',
    'https://acme.sharepoint.com/sites/a%2f%5Flayouts/15/AccessDenied.aspx?Source=https://evil.test',
    'https://acme.sharepoint.com/:x:/r/_forms/default.aspx?ReturnUrl=https://evil.test',
    'https://acme.sharepoint.com/search?q=x',
    'https://1drv.ms/',
    'javascript:alert(1)//docs.google.com/document/d/1',
    'data:text/html,https',
  ])('attack 22: never link to %s', (url) => {
    expect(readDocumentUrl(url)).toBeNull();
    for (const { url: linked } of listDocuments([{ title: 'x', url }], url)) expect(linked).toBeNull();
  });
});
