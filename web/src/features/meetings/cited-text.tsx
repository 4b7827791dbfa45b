import type { Source } from '#contract/research.ts';
import { splitCitations } from './split-citations.ts';
import { webLink } from './web-link.ts';

/** Text whose `[n]` citations link to the n-th source. Numbers without a source are dropped. */
export function CitedText({ text, sources }: { text: string; sources: Source[] }) {
  return splitCitations(text).map((piece, index, pieces) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      <Citation
        key={piece.offset}
        number={piece.number}
        sources={sources}
        isFollowing={pieces[index - 1]?.kind === 'citation'}
      />
    ),
  );
}

type CitationProps = { number: number; sources: Source[]; isFollowing: boolean };

/** @param isFollowing whether it directly follows another citation: a comma then keeps 4 and 7 from reading as 47 */
function Citation({ number, sources, isFollowing }: CitationProps) {
  const source = sources[number - 1];
  const href = source && webLink(source.url);
  if (!source || !href) return null;
  return (
    <span className="ml-px align-[0.35em] font-sans text-[11px]/[1] font-medium">
      {isFollowing && <span className="text-ink3">, </span>}
      <a
        href={href}
        target="_blank"
        rel="noreferrer"
        title={source.title}
        aria-label={`Source ${number}: ${source.title}`}
        className="rounded-sm text-accent-text hover:underline"
      >
        {number}
      </a>
    </span>
  );
}
