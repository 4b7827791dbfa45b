import { useEffect, useRef, useState } from 'react';

const MIRROR_AFTER_MS = 250;

/**
 * The search text and its setter. Kept in state and copied to the URL after a pause, as updating the URL on every key
 * would slow down typing.
 * @param q the search text in the URL
 * @param mirror writes the text to the URL
 */
export function useSearchWords(q: string, mirror: (words: string) => void): [string, (words: string) => void] {
  const [words, setWords] = useState(q);
  const latest = useRef(mirror);
  const said = useRef(q);
  useEffect(() => {
    latest.current = mirror;
  });
  useEffect(() => {
    if (words === said.current) return undefined;
    const timer = setTimeout(() => {
      said.current = words;
      latest.current(words);
    }, MIRROR_AFTER_MS);
    return () => clearTimeout(timer);
  }, [words]);
  useEffect(() => {
    // A link changed the search text.
    if (q === said.current) return;
    said.current = q;
    setWords(q);
  }, [q]);
  return [words, setWords];
}
