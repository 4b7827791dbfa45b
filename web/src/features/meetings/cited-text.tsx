import { use } from 'react';
import type { Source } from '#contract/research.ts';
import { plainText } from './plain-text.ts';
import { ReportLanguage } from './report-language.ts';
import { webLink } from './web-link.ts';

/**
 * Text in the report's language whose `[n]` citations link to the n-th source. Numbers without a linkable source are
 * dropped, and so is HTML other than line breaks.
 */
export function CitedText({ text, sources }: { text: string; sources: Source[] }) {
  const pieces = splitCitations(plainText(text)).flatMap((piece): LinkedPiece[] => {
    if (piece.kind === 'text') return [piece];
    const { title = '', url = null } = sources[piece.number - 1] ?? {};
    const href = webLink(url);
    return href === null ? [] : [{ ...piece, title, href }];
  });
  return (
    <span lang={use(ReportLanguage)} className="whitespace-pre-line">
      {pieces.map((piece, index) =>
        piece.kind === 'text' ? (
          piece.text
        ) : (
          <Citation
            key={piece.offset}
            number={piece.number}
            title={piece.title}
            href={piece.href}
            isFollowing={pieces[index - 1]?.kind === 'citation'}
          />
        ),
      )}
    </span>
  );
}

type CitationProps = { number: number; title: string; href: string; isFollowing: boolean };

/** @param isFollowing whether it directly follows another citation: a comma then keeps 4 and 7 from reading as 47 */
function Citation({ number, title, href, isFollowing }: CitationProps) {
  return (
    <span lang="en" className="ml-px align-[0.35em] font-sans text-[11px]/[1] font-medium">
      {isFollowing && <span className="text-ink3">, </span>}
      <a
        href={href}
        target="_blank"
        rel="noreferrer"
        title={title}
        aria-label={`Source ${number}: ${title}`}
        className="rounded-sm text-accent-text hover:underline"
      >
        {number}
      </a>
    </span>
  );
}

type TextPiece = { kind: 'text'; text: string };
type CitationPiece = { kind: 'citation'; number: number; offset: number };
type Piece = TextPiece | CitationPiece;
type LinkedPiece = TextPiece | (CitationPiece & { title: string; href: string });

/** Splits text at its `[n]` citations, n from 1. Drops the space before each. */
export function splitCitations(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(/\s*\[(\d+)\]/g)) {
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) });
    pieces.push({ kind: 'citation', number: Number(match[1]), offset: match.index });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}
