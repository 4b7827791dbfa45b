import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { containerClass } from '#web/features/public/container-class.ts';
import { PublicLayout } from '#web/features/public/public-layout.tsx';
import { PublicTitle } from '#web/features/public/public-title.tsx';
import { settings } from '#web/settings.ts';
import { cx } from '#web/ui/cx.ts';
import { textLinkClass } from '#web/ui/text-link-class.ts';

/** A paragraph, or a list. */
type Block = string | readonly string[];
export type LegalSection = { title: string; blocks: readonly Block[] };

/** Content shown below sections, by section title. */
type Forms = Readonly<Record<string, ReactNode>>;

type Props = {
  title: string;
  lead: string;
  sections: readonly LegalSection[];
  forms?: Forms;
  /** Link to the other legal page. */
  other: ReactNode;
};

const EFFECTIVE = '22 November 2026';

/** A legal text in numbered sections, with a table of contents on wide screens. */
export function LegalPage({ title, lead, sections, forms = {}, other }: Props) {
  return (
    <PublicLayout>
      <PublicTitle title={title} lead={lead}>
        {title}
      </PublicTitle>
      <div className={cx(containerClass, 'grid grid-cols-1 gap-12 lg:grid-cols-[240px_1fr]')}>
        <nav aria-label="Sections" className="hidden self-start lg:sticky lg:top-24 lg:block">
          <ol className="flex flex-col gap-2 text-sm text-ink2">
            {sections.map((section, index) => (
              <li key={section.title}>
                <a href={`#section-${index + 1}`} className="rounded-sm hover:text-ink hover:underline">
                  {index + 1}. {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <article className="max-w-[68ch] text-md/[25px]">
          <p className="text-ink3">
            Effective {EFFECTIVE}. See also {other}.
          </p>
          {sections.map((section, index) => (
            <section key={section.title} id={`section-${index + 1}`} className="scroll-mt-20 pt-10">
              <h2 className="font-serif text-title">
                {index + 1}. {section.title}
              </h2>
              {section.blocks.map((block) => (
                <LegalBlock key={String(block)} block={block} />
              ))}
              {forms[section.title]}
            </section>
          ))}
          <p className="mt-10 border-t border-line pt-6 text-ink2">
            For questions about this page, write to{' '}
            <a href={`mailto:${settings.supportEmail}`} className={cx(textLinkClass, 'break-all')}>
              {settings.supportEmail}
            </a>{' '}
            or use the{' '}
            <Link to="/contact" className={textLinkClass}>
              contact form
            </Link>
            .
          </p>
        </article>
      </div>
    </PublicLayout>
  );
}

function LegalBlock({ block }: { block: Block }) {
  if (typeof block === 'string') return <p className="mt-3 text-pretty text-ink2">{block}</p>;
  return (
    <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-ink2 marker:text-ink3">
      {block.map((point) => (
        <li key={point} className="pl-1">
          {point}
        </li>
      ))}
    </ul>
  );
}
