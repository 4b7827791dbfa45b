import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ContactCard } from '#web/features/contact/contact-card.tsx';
import { ContactForm } from '#web/features/contact/contact-form.tsx';
import { MessageSent } from '#web/features/contact/message-sent.tsx';
import { PublicLayout } from '#web/features/public/public-layout.tsx';
import { publicPages } from '#web/features/public/public-pages.ts';
import { PublicTitle } from '#web/features/public/public-title.tsx';
import { settings } from '#web/settings.ts';
import { textLinkClass } from '#web/ui/text-link-class.ts';

export const Route = createFileRoute('/contact')({ component: Contact });

function Contact() {
  const [isSent, setSent] = useState(false);
  return (
    <PublicLayout>
      <PublicTitle title={publicPages['/contact'].title} lead="A person reads every message. We reply within 24 hours.">
        Get in Touch
      </PublicTitle>
      <div className="mx-auto grid w-full max-w-[1120px] grid-cols-1 gap-12 px-5 sm:px-8 md:grid-cols-[1fr_1.6fr] md:gap-16">
        <div className="flex flex-col gap-8">
          <ContactCard
            title="Sales Inquiries"
            text="Plans, terms for larger teams, and questions before you start."
            email={settings.salesEmail}
          />
          <ContactCard
            title="Support Requests"
            text="When something is broken or doesn’t work the way you expected."
            email={settings.supportEmail}
          />
          <section className="border-t border-line pt-5">
            <h2 className="text-md font-semibold">Before you write</h2>
            <p className="mt-1 text-md text-ink2">
              The{' '}
              <Link to="/demo" className={textLinkClass}>
                demo
              </Link>{' '}
              shows a whole briefing, the{' '}
              <Link to="/pricing" className={textLinkClass}>
                pricing page
              </Link>{' '}
              answers common questions, and you can{' '}
              <Link to="/register" className={textLinkClass}>
                sign up
              </Link>{' '}
              without talking to anyone.
            </p>
          </section>
        </div>
        <div className="rounded-xl border border-line bg-surface p-5 sm:p-8">
          {isSent ? <MessageSent onAgain={() => setSent(false)} /> : <ContactForm onSent={() => setSent(true)} />}
        </div>
      </div>
    </PublicLayout>
  );
}
