import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { Page } from '#web/ui/page.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { CalendarServices } from './calendar-services.tsx';
import { SubscriptionSection } from './subscription-section.tsx';

export function SettingsScreen() {
  return (
    <Page title="Settings" width="settings">
      <div className="flex flex-col gap-10">
        <Section id="calendars" title="Calendar Services" text="Which calendar your meetings are found in.">
          <CalendarServices />
        </Section>
        <Section
          id="subscription"
          title="Subscription and Billing"
          text="What opens the app for you, and what is left of it."
        >
          <SubscriptionSection />
        </Section>
        <Section id="appearance" title="Appearance" text="For this browser.">
          <Card className="flex items-center justify-between gap-4 px-5 py-4">
            <p className="font-medium">Theme</p>
            <ThemeSwitch />
          </Card>
        </Section>
      </div>
    </Page>
  );
}

function Section({ id, title, text, children }: { id: string; title: string; text: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {title}
      </h2>
      <p className="mb-3 text-ink2">{text}</p>
      {children}
    </section>
  );
}
