import { createFileRoute, Link } from '@tanstack/react-router';
import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { ObjectionForm } from '#web/features/legal/objection-form.tsx';
import { NOT_RESEARCHED, privacyText } from '#web/features/legal/privacy-text.ts';
import { publicPages } from '#web/features/public/public-pages.ts';
import { textLinkClass } from '#web/ui/text-link-class.ts';

export const Route = createFileRoute('/privacy')({ component: Privacy });

function Privacy() {
  return (
    <LegalPage
      title={publicPages['/privacy'].title}
      lead="What Foreword reads, what it stores, who processes it, and how to export or delete all of it."
      sections={privacyText}
      forms={{ [NOT_RESEARCHED]: <ObjectionForm /> }}
      other={
        <Link to="/terms" className={textLinkClass}>
          the Terms of Service
        </Link>
      }
    />
  );
}
