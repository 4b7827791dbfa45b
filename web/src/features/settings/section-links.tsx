import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { type SettingsSectionId, settingsSections } from './settings-sections.ts';

/** Sticky links to the sections: a column, or a strip on small screens. Marks the current one. */
export function SectionLinks() {
  const current = useCurrentSection();
  useHashOnceLoaded();
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    // The strip scrolls along with the page, but never away from a link focused by keyboard.
    if (!strip.current?.querySelector(':focus-visible')) showInStrip(strip.current, current);
  }, [current]);
  return (
    <nav
      ref={strip}
      aria-label="Sections"
      data-stuck="strip"
      className="sticky top-14 z-20 -mx-4 mb-6 overflow-x-auto border-b border-line bg-canvas px-4 [scrollbar-width:none] sm:-mx-8 sm:px-8 md:top-0 lg:top-10 lg:order-last lg:mx-0 lg:mb-0 lg:self-start lg:overflow-visible lg:border-b-0 lg:p-0"
    >
      <ul className="flex gap-5 lg:flex-col lg:gap-0.5 lg:border-l lg:border-line">
        {settingsSections.map(({ id, title }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              // Browsers scroll a focused link only halfway into view.
              onFocus={() => showInStrip(strip.current, id)}
              aria-current={id === current ? 'location' : undefined}
              className={cx(
                'block border-b-2 py-3 -outline-offset-2 max-lg:-mx-1 max-lg:px-1 text-base font-medium transition-colors duration-120 hover:text-ink lg:-ml-px lg:border-b-0 lg:border-l-2 lg:py-1.5 lg:pl-4',
                id === current ? 'border-ink text-ink' : 'border-transparent text-ink2',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function showInStrip(strip: HTMLElement | null, id: SettingsSectionId): void {
  const link = strip?.querySelector<HTMLElement>(`[href="#${id}"]`);
  if (link) strip?.scrollTo({ left: link.offsetLeft - 16 });
}

/** Sections above grow as they load, so this scrolls to the hash again once all have loaded. */
function useHashOnceLoaded(): void {
  const isLoading = useIsFetching() > 0;
  const isDone = useRef(false);
  useEffect(() => {
    if (isLoading || isDone.current) return undefined;
    const section = document.getElementById(window.location.hash.slice(1));
    let frame = 0;
    function go() {
      const isHeldBack = section !== null && section.getClientRects().length === 0;
      if (isHeldBack) {
        frame = requestAnimationFrame(go);
        return;
      }
      isDone.current = true;
      section?.scrollIntoView();
    }
    go();
    return () => cancelAnimationFrame(frame);
  }, [isLoading]);
}

/** The section at the top of the window, or the last one at the end of the page. */
function useCurrentSection(): SettingsSectionId {
  const [current, setCurrent] = useState<SettingsSectionId>('calendars');
  useEffect(() => {
    function look() {
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const reached = settingsSections.filter(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? 1000) < 160,
      );
      const section = isAtEnd && window.scrollY > 0 ? settingsSections.at(-1) : reached.at(-1);
      setCurrent(section?.id ?? 'calendars');
    }
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return current;
}
