import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CitedText, splitCitations } from '#web/features/meetings/cited-text.tsx';
import { ReportLanguage } from '#web/features/meetings/report-language.ts';
import { SummaryText } from '#web/features/meetings/summary-text.tsx';

test('splitCitations separates citations from the text, dropping the space before them', () => {
  expect(splitCitations('Opened in May [1]. Grew [2][12]')).toEqual([
    { kind: 'text', text: 'Opened in May' },
    { kind: 'citation', number: 1, offset: 13 },
    { kind: 'text', text: '. Grew' },
    { kind: 'citation', number: 2, offset: 23 },
    { kind: 'citation', number: 12, offset: 27 },
  ]);
});

test('splitCitations keeps other brackets as text', () => {
  expect(splitCitations('See [a] and [1a]')).toEqual([{ kind: 'text', text: 'See [a] and [1a]' }]);
});

test('research text keeps its line breaks and loses all other HTML [5.18]', () => {
  const text = 'One<br>two <b>three</b> [1]<script>alert(1)</script>';
  const sources = [{ title: 'News', url: 'https://brightwater.test/news' }];
  const html = renderToStaticMarkup(createElement(CitedText, { text, sources }));
  expect(html).toMatch(/^<span class="whitespace-pre-line">One\ntwo three<span [^>]+><a href="https:/);
  expect(html).not.toMatch(/script|&lt;/);
});

test('a comma separates linked citations only', () => {
  const sources = ['https://brightwater.test/a', '', 'https://brightwater.test/c', 'https://brightwater.test/d'];
  const props = { text: 'Grew. [1] Sold. [2][3][4]', sources: sources.map((url) => ({ title: 'News', url })) };
  const html = renderToStaticMarkup(createElement(CitedText, props));
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe('Grew.1 Sold.3, 4');
});

test('a summary is marked with the report’s language unless it consists of our own remarks', () => {
  const notFound = ['Nothing could be confirmed about Ada.', 'One guest was not researched.', 'The search failed.'];
  const markup = (summary: string) =>
    renderToStaticMarkup(
      createElement(
        ReportLanguage,
        { value: 'de' },
        createElement(SummaryText, { research: { summary, notFound, sources: [] } }),
      ),
    );
  expect(markup('Brightwater baut Sensoren.')).toContain('lang="de"');
  expect(markup(notFound.slice(0, 2).join(' '))).not.toContain('lang=');
});
