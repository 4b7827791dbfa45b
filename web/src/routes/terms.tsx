import { createFileRoute, Link } from '@tanstack/react-router';
import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { termsText } from '#web/features/legal/terms-text.ts';
import { publicPages } from '#web/features/public/public-pages.ts';
import { textLinkClass } from '#web/ui/text-link-class.ts';

export const Route = createFileRoute('/terms')({ component: Terms });

function Terms() {
  return (
    <LegalPage
      title={publicPages['/terms'].title}
      lead="The agreement between you and us in plain words: what you get, what it costs, how it ends, and who is liable for what."
      sections={termsText}
      other={
        <Link to="/privacy" className={textLinkClass}>
          the Privacy Policy
        </Link>
      }
    />
  );
}
