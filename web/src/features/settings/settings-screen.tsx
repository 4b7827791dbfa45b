import { lazy, type ReactNode, Suspense } from 'react';
import { ChannelsSection } from '#web/features/channels/channels-section.tsx';
import { TokensRow } from '#web/features/tools/tokens-row.tsx';
import { WebhooksRow } from '#web/features/tools/webhooks-row.tsx';
import { Card } from '#web/ui/card.tsx';
import { fetchChunk } from '#web/ui/fetch-chunk.ts';
import { Page } from '#web/ui/page.tsx';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { AccountSection } from './account-section.tsx';
import { BriefingPreferencesSection } from './briefing-preferences-section.tsx';
import { CalendarServices } from './calendar-services-section.tsx';
import { DomainAnalytics } from './domain-analytics-section.tsx';
import { DomainBlacklist } from './domain-blacklist-section.tsx';
import { MutedMeetings } from './muted-meetings.tsx';
import { SectionLinks } from './section-links.tsx';
import { type SettingsSectionId, settingsSections } from './settings-sections.ts';
import { SubscriptionSection } from './subscription-section.tsx';

// Far down and rarely used, so it is loaded on its own.
const DeviceSection = lazy(() =>
  fetchChunk(() => import('#web/features/device/device-section.tsx')).then((part) => ({ default: part.DeviceSection })),
);

const contents: Record<SettingsSectionId, ReactNode> = {
  calendars: <CalendarServices />,
  briefings: (
    <>
      <BriefingPreferencesSection />
      <MutedMeetings />
    </>
  ),
  channels: <ChannelsSection />,
  blacklist: <DomainBlacklist />,
  domains: <DomainAnalytics />,
  subscription: <SubscriptionSection />,
  account: <AccountSection />,
  tools: (
    <Card className="divide-y divide-line">
      <TokensRow />
      <WebhooksRow />
    </Card>
  ),
  device: (
    <Suspense fallback={<Bone className="h-[152px]" />}>
      <DeviceSection />
    </Suspense>
  ),
  appearance: (
    <Card>
      <SettingRow id="theme" title="Theme">
        <ThemeSwitch />
      </SettingRow>
    </Card>
  ),
};

export function SettingsScreen() {
  return (
    <Page title="Settings" width="dashboard">
      <div className="lg:grid lg:grid-cols-[minmax(0,720px)_minmax(168px,1fr)] lg:gap-12">
        <SectionLinks />
        {/* The calendars’ height is unknown until they load. The sections below wait, so that they do not jump. */}
        <div className="flex flex-col gap-12 [&>section:first-child:has(>[aria-busy])~section]:hidden">
          {settingsSections.map(({ id, title, text }) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-title`}
              className="scroll-mt-28 md:scroll-mt-16 lg:scroll-mt-10"
            >
              <h2 id={`${id}-title`} className="text-lg font-semibold">
                {title}
              </h2>
              <p className="mb-3 text-pretty text-ink2">{text}</p>
              {contents[id]}
            </section>
          ))}
        </div>
      </div>
    </Page>
  );
}
