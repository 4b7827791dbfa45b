import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FailedChunk } from '#web/ui/failed-chunk.tsx';
import { Keys } from '#web/ui/keys.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Outcome } from '#web/ui/outcome.tsx';
import { Page } from '#web/ui/page.tsx';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { Part } from './part.tsx';

const tones = ['neutral', 'accent', 'success', 'warning', 'danger'] as const;
const used = [12, 48, 60];

/** The building blocks of screens. */
export function ScreenParts() {
  return (
    <>
      <Part title="Notices">
        {tones.map((tone) => (
          <Notice key={tone} tone={tone} action={<Button size="small">Action</Button>} className="w-full">
            A notice, {tone}
          </Notice>
        ))}
      </Part>
      <Part title="Form outcome">
        <Outcome>A message with a link is on its way.</Outcome>
      </Part>
      <Part title="Failed chunk">
        <FailedChunk name="The security verification" />
      </Part>
      <Part title="Amounts, settings, keys, links">
        {used.map((amount) => (
          <Meter key={amount} label="Research requests" used={amount} limit={60} className="w-64" />
        ))}
        <Card className="w-full max-w-[720px]">
          <SettingRow id="sample-setting" title="Auto-sync" hint="New, moved and cancelled events sync automatically.">
            <Switch
              checked
              onCheckedChange={() => undefined}
              aria-labelledby="sample-setting"
              aria-describedby="sample-setting-hint"
            />
          </SettingRow>
        </Card>
        <Keys keys={['Ctrl', 'K']} />
        <a href="/design.html" className={textLinkClass}>
          A text link
        </a>
        <Wordmark />
      </Part>
      <Part title="Screen frame">
        <Page title="Settings" lead="One line below the title." actions={<Button>An action</Button>} width="settings">
          <Card className="p-5">Content</Card>
        </Page>
      </Part>
    </>
  );
}
