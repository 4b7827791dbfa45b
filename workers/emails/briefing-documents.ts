import { Fragment, createElement as h, type ReactNode } from 'react';
import { readDocumentUrl } from '#domain/meeting-documents.ts';
import type { BriefingData } from './briefing-data.ts';
import { link, STYLES } from './layout.ts';
import { inert, wrap } from './plain-text.ts';

type Documents = Pick<BriefingData, 'documents'>;

/** The documents of the invitation: links to where documents are known to be kept, and words alone to elsewhere. */
export function documentsNode({ documents }: Documents): ReactNode {
  if (documents.length === 0) return null;
  return h(
    'p',
    { className: 'ink2', style: { ...STYLES.small, margin: '8px 0 0' } },
    'Documents: ',
    ...documents.map((document, index) => {
      const href = document.url === null ? null : readDocumentUrl(document.url);
      return h(
        Fragment,
        { key: index },
        index > 0 && ' · ',
        href ? link(href, inert(document.title)) : wordsOf(document),
      );
    }),
  );
}

export function documentsText({ documents }: Documents): string[] {
  if (documents.length === 0) return [];
  const lines = documents.map((document) => {
    const href = document.url === null ? null : readDocumentUrl(document.url);
    return href ? `${wrap(`${inert(document.title)}:`)}\n${href}` : wrap(wordsOf(document));
  });
  return [['Documents', ...lines].join('\n')];
}

function wordsOf({ title, host }: BriefingData['documents'][number]): string {
  const where = host === null || host === title ? '' : ` (on ${host})`;
  return inert(`${title}${where}`);
}
