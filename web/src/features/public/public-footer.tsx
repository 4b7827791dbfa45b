import { lazy, type ReactNode, Suspense } from 'react';
import { settings } from '#web/settings.ts';
import { cx } from '#web/ui/cx.ts';
import { fetchChunk } from '#web/ui/fetch-chunk.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { containerClass } from './container-class.ts';
import { SiteLinks } from './site-links.tsx';

// Below the fold, so it is loaded separately.
const ThemeSwitch = lazy(() =>
  fetchChunk(() => import('#web/ui/theme-switch.tsx')).then((module) => ({ default: module.ThemeSwitch })),
);

const linkClass = 'touch-target rounded-sm text-ink2 hover:text-ink hover:underline underline-offset-[3px]';

export function PublicFooter() {
  return (
    <footer className="mt-24 border-t border-line bg-sunken">
      <div className={cx(containerClass, 'grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1.4fr]')}>
        <div className="flex flex-col items-start gap-4">
          <Wordmark />
          <p className="max-w-[32ch] text-ink2">One cited briefing before every external meeting.</p>
          <div className="h-[34px]">
            <Suspense>
              <ThemeSwitch />
            </Suspense>
          </div>
        </div>
        <Column title="Product">
          <SiteLinks names={['Features', 'Demo', 'Pricing']} className={linkClass} />
        </Column>
        <Column title="Legal">
          <SiteLinks names={['Privacy Policy', 'Terms of Service']} className={linkClass} />
        </Column>
        <Column title="24/7 support">
          <a href={`mailto:${settings.supportEmail}`} className={cx(linkClass, 'break-all')}>
            {settings.supportEmail}
          </a>
          <SiteLinks names={['Contact']} className={linkClass} />
          <p className="text-sm text-ink3">Write to us day or night. We reply within 24 hours.</p>
        </Column>
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <h2 className="text-sm font-semibold text-ink">{title}</h2>
      {children}
    </div>
  );
}
