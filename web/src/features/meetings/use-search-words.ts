import { useEffect, useRef, useState } from 'react';

const MIRROR_AFTER_MS = 250;

/**
 * The words in the search box. They live here, because an address that every key has to go through would hold the typing up; the address follows.
 * @param q the words of the address
 * @param mirror puts words into the address
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
    // Another link led here: its words count.
    if (q === said.current) return;
    said.current = q;
    setWords(q);
  }, [q]);
  return [words, setWords];
}
