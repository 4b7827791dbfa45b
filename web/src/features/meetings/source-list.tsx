import type { Source } from '#contract/research.ts';
import { Part } from './part.tsx';
import { TitledLink } from './titled-link.tsx';
import { linkHost } from './web-link.ts';

/**
 * The numbered sources that `[n]` citations refer to. Invalid URLs are not linked; a removed source leaves a gap in the
 * numbering.
 */
export function SourceList({ sources }: { sources: Source[] }) {
  if (sources.every(({ url }) => url === '')) return null;
  return (
    <Part title="Sources">
      <ol className="mt-2 flex list-decimal flex-col gap-1.5 pl-6 text-ink2 marker:text-sm marker:text-ink3 marker:tabular-nums">
        {sources.map((source, index) => {
          if (source.url === '') return null;
          return (
            <li key={source.url} value={index + 1} className="pl-1 wrap-anywhere">
              <TitledLink title={source.title} url={source.url} />{' '}
              <span className="text-sm text-ink3">
                {linkHost(source.url)}
                {source.hasWrongFact && '. You reported a wrong fact from here.'}
              </span>
            </li>
          );
        })}
      </ol>
    </Part>
  );
}
