import type { MeetingDocument } from '#contract/meetings.ts';
import { TitledLink } from './titled-link.tsx';

/** The invitation's documents. Only those on known document hosts are linked. */
export function MeetingDocuments({ documents }: { documents: MeetingDocument[] }) {
  if (documents.length === 0) return null;
  return (
    <section className="mt-10">
      <h3 className="text-sm font-medium text-ink3">Documents</h3>
      <ul className="mt-2 flex flex-col gap-1.5">
        {documents.map(({ title, url, host }) => (
          <li key={`${title} ${url ?? host}`} className="wrap-anywhere">
            <TitledLink title={title} url={url} />{' '}
            {host !== null && host !== title && <span className="text-sm text-ink3">{host}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
