import { describe, expect, test } from 'vitest';
import { listDocuments, readDocumentUrl } from '#domain/meeting-documents.ts';

const SHEET = 'https://docs.google.com/spreadsheets/d/1abc/edit?usp=meet';

describe('documents of an invitation', () => {
  test('are its attachments, then what the description links on hosts of documents, each once', () => {
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
      { title: 'SharePoint', url: 'https://acme.sharepoint.com/:p:/g/personal/ann/Eabc', host: 'acme.sharepoint.com' },
      { title: 'OneDrive', url: 'https://1drv.ms/w/s!Abc', host: '1drv.ms' },
    ]);
  });

  test('are few, with short titles', () => {
    const attachments = Array.from({ length: 30 }, (_, at) => ({
      title: 'x'.repeat(5_000),
      url: `https://docs.google.com/document/d/${at}/edit`,
    }));
    const documents = listDocuments(attachments, null);
    expect(documents).toHaveLength(8);
    expect(documents[0]?.title).toHaveLength(200);
  });

  test('attack 22: that a mail filter wraps are found behind it', () => {
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
    'https://1drv.ms/',
    'javascript:alert(1)//docs.google.com/document/d/1',
    'data:text/html,https',
  ])('attack 22: are never linked at %s', (url) => {
    expect(readDocumentUrl(url)).toBeNull();
    for (const { url: linked } of listDocuments([{ title: 'x', url }], url)) expect(linked).toBeNull();
  });
});
