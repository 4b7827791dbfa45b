import { FormButtons } from '#web/ui/form-buttons.tsx';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import '#web/styles.css';
import { WifiOff } from 'lucide-react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { FailedQuery } from '#web/features/errors/query-panel.tsx';
import { Accordion } from '#web/ui/accordion.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Heading } from '#web/ui/heading.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { StandingNotice } from '#web/ui/standing-notice.tsx';
import { Status } from '#web/ui/status.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextAreaField } from '#web/ui/text-area-field.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { IconPart } from './icon-part.tsx';
import { ListParts } from './list-parts.tsx';
import { OverlayParts } from './overlay-parts.tsx';
import { Part } from './part.tsx';
import { ScreenParts } from './screen-parts.tsx';

// Every component of web/src/ui in every state: `npm run dev`, then /design.html. Not part of the build.

const tones = ['neutral', 'accent', 'success', 'warning', 'danger'] as const;
const variants = ['primary', 'secondary', 'ghost', 'danger'] as const;
const sizes = ['large', 'default', 'small'] as const;
const pageSizes = ['25', '50', '100'].map((value) => ({ value, label: value }));
const colours = 'canvas surface sunken hover line control ink ink2 ink3 primary accent success warning danger marker';

function DesignSystem() {
  const [range, setRange] = useState<'upcoming' | 'past'>('upcoming');
  const [isOn, setOn] = useState(true);
  const [dialog, setDialog] = useState<'default' | 'wide' | null>(null);
  return (
    <main className="mx-auto flex max-w-[1120px] flex-col gap-12 p-8">
      <header className="flex items-center justify-between">
        <Heading title="Design system">Design system</Heading>
        <ThemeSwitch />
      </header>
      <Part title="Colours">
        {colours.split(' ').map((name) => (
          <span key={name} className="text-xs text-ink2">
            <span
              className="mb-1 block h-12 w-20 rounded-md border border-line"
              style={{ background: `var(--color-${name})` }}
            />
            {name}
          </span>
        ))}
      </Part>
      <Part title="Type">
        <p className="font-serif text-hero">Hero</p>
        <p className="font-serif text-display">Display</p>
        <p className="font-serif text-title">Title</p>
        <p className="text-lg">Large</p>
        <p className="text-md">Body, medium</p>
        <p>Base</p>
        <p className="text-sm">Small</p>
        <p className="text-xs">Extra small</p>
        <p className="text-lg">
          The <span className="marker">marker</span>
        </p>
      </Part>
      <IconPart />
      {sizes.map((size) => (
        <Part key={size} title={`Buttons, ${size}`}>
          {variants.map((variant) => (
            <div key={variant} className="flex flex-wrap gap-2">
              <Button variant={variant} size={size}>
                {variant}
              </Button>
              <Button variant={variant} size={size} busy>
                Busy
              </Button>
              <Button variant={variant} size={size} disabled>
                Disabled
              </Button>
            </div>
          ))}
        </Part>
      ))}
      <Part title="Fields">
        <Field label="Empty" placeholder="Placeholder" />
        <Field label="Filled" defaultValue="robin@harborline.test" hint="A hint under the field" />
        <Field label="Wrong" defaultValue="robin@" error="Please enter a valid email address" />
        <Field label="Disabled" defaultValue="Not now" disabled />
        <PasswordField label="Password" defaultValue="Correct horse" hint="At least 8 characters" />
        <PasswordField label="Wrong password" defaultValue="horse" error="Password must be at least 8 characters" />
        <TextAreaField label="Several lines" error="Please provide at least 10 characters explaining your inquiry" />
      </Part>
      <Part title="Choices">
        <Segmented
          label="Range"
          value={range}
          onChange={setRange}
          options={[
            { value: 'upcoming', label: 'Upcoming' },
            { value: 'past', label: 'Past' },
          ]}
        />
        <span id="switch-name">Auto-sync</span>
        <Switch checked={isOn} onCheckedChange={setOn} aria-labelledby="switch-name" />
        <Switch checked={false} onCheckedChange={setOn} aria-labelledby="switch-name" disabled />
        <Checkbox label="Unchecked" />
        <Checkbox label="With an error" error="Please confirm that you want to delete your account" />
        <Checkbox label="Disabled" defaultChecked disabled />
        <SelectField label="Rows per page" options={pageSizes} defaultValue="50" />
        <SelectField label="Disabled" options={pageSizes} disabled />
        <Card className="w-96">
          <SwitchRow id="row" title="A setting" hint="With a hint" checked={isOn} onCheckedChange={setOn} />
        </Card>
        <FormButtons onCancel={() => undefined} action="Save" busy={false} />
      </Part>
      <Part title="Badges and states">
        {tones.map((tone) => (
          <span key={tone} className="flex items-center gap-3">
            <Badge tone={tone}>{tone}</Badge>
            <Status tone={tone}>{tone}</Status>
            <Status tone={tone} active>
              in progress
            </Status>
          </span>
        ))}
      </Part>
      <Part title="Loading and errors">
        <Spinner />
        <Card className="flex w-64 flex-col gap-2 p-4">
          <Bone className="h-4 w-40" />
          <Bone className="h-4 w-24" />
        </Card>
        <FailedQuery
          title="Failed to load meetings"
          query={{ error: new Error('Server error.'), isFetching: false, refetch: () => undefined }}
        />
        <FailedQuery
          title="Failed to load meetings"
          query={{ error: null, isFetching: true, refetch: () => undefined }}
        />
        <StandingNotice icon={WifiOff} shown>
          You are offline. What you see may be out of date.
        </StandingNotice>
      </Part>
      <Part title="Overlays">
        <Button onClick={() => setDialog('default')}>Dialog</Button>
        <Button onClick={() => setDialog('wide')}>Reading dialog</Button>
      </Part>
      <OverlayParts />
      <ListParts />
      <ScreenParts />
      <Part title="Accordion">
        <div className="w-full">
          <Accordion
            name="sample"
            items={[
              { title: 'Closed by default', content: 'Text.' },
              { title: 'Opens one at a time', content: 'Text.' },
            ]}
          />
        </div>
      </Part>
      {dialog && (
        <Dialog
          onClose={() => setDialog(null)}
          size={dialog}
          title="Disconnect Google Calendar?"
          description="Meetings stay; new ones no longer sync."
          footer={
            <Button variant="danger" onClick={() => setDialog(null)}>
              Disconnect
            </Button>
          }
        >
          Dialog text.
        </Dialog>
      )}
      <Toaster />
    </main>
  );
}

const container = document.getElementById('root');
if (container) {
  createRoot(container).render(
    <StrictMode>
      <DesignSystem />
    </StrictMode>,
  );
}
