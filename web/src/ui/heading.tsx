import { type ReactNode, useEffect, useRef } from 'react';

type Props = { children: ReactNode; title: string; className?: string };

/** The h1 of a screen. Sets the document title and takes focus, so that screen readers announce the screen. */
export function Heading({ children, title, className = 'font-serif text-display text-balance' }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Foreword`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
