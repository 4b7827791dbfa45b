import { Fragment } from 'react';
import { readDocumentUrl } from '#domain/meeting-documents.ts';
import type { Say } from '#workers/words/say.ts';
import { linkText } from './briefing-blocks.tsx';
import type { BriefingData } from './briefing-data.ts';
import { MailLink, STYLES } from './layout.tsx';
import { inert, wrap } from './plain-text.ts';

type InvitationDocument = BriefingData['documents'][number];

/** Documents of the invitation: links to known document hosts, plain text for others. */
export function Documents({ documents, say }: { documents: readonly InvitationDocument[]; say: Say }) {
  if (documents.length === 0) return null;
  return (
    <p className="ink2" style={{ ...STYLES.small, margin: '8px 0 0' }}>
      {`${say('label', { label: say('documents') })} `}
      {documents.map((document, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          <InvitationDocumentLink document={document} say={say} />
        </Fragment>
      ))}
    </p>
  );
}

function InvitationDocumentLink({ document, say }: { document: InvitationDocument; say: Say }) {
  const href = readLink(document);
  return href ? <MailLink href={href}>{inert(document.title)}</MailLink> : wordsOf(document, say);
}

export function documentsText(documents: readonly InvitationDocument[], say: Say): string[] {
  if (documents.length === 0) return [];
  const lines = documents.map((document) => {
    const href = readLink(document);
    return href ? linkText(inert(document.title), href, say) : wrap(wordsOf(document, say));
  });
  return [[say('documents'), ...lines].join('\n')];
}

export function readLink({ url }: InvitationDocument): string | null {
  return url === null ? null : readDocumentUrl(url);
}

export function wordsOf({ title, host }: InvitationDocument, say: Say): string {
  return inert(host === null || host === title ? title : say('onHost', { title: inert(title), host }));
}
