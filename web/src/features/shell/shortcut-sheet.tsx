import { Dialog } from '#web/ui/dialog.tsx';
import { Keys } from '#web/ui/keys.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { commandKey } from './command-key.ts';
import { useSingleKeys } from './single-keys.ts';

const shortcuts: { keys: string[]; text: string }[] = [
  { keys: ['g', 'd'], text: 'Go to Dashboard' },
  { keys: ['g', 'm'], text: 'Go to Meetings' },
  { keys: ['g', 's'], text: 'Go to Settings' },
  { keys: ['/'], text: 'Search meetings' },
  { keys: ['j'], text: 'Next meeting' },
  { keys: ['k'], text: 'Previous meeting' },
  { keys: ['?'], text: 'Show these shortcuts' },
];

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useSingleKeys();
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" description="They work whenever you’re not typing.">
      <dl className="flex flex-col divide-y divide-line">
        <Row keys={[commandKey(), 'K']} text="Find anything" />
        {shortcuts.map((shortcut) => (
          <Row key={shortcut.text} {...shortcut} />
        ))}
      </dl>
      <div className="mt-4 flex items-center justify-between gap-4 border-t border-line pt-4">
        <div>
          <p id="single-keys" className="font-medium">
            Single-key shortcuts
          </p>
          <p id="single-keys-hint" className="text-sm text-ink3">
            Everything above except {commandKey()} K. Applies to this browser.
          </p>
        </div>
        <Switch
          checked={isOn}
          onCheckedChange={setOn}
          aria-labelledby="single-keys"
          aria-describedby="single-keys-hint"
        />
      </div>
    </Dialog>
  );
}

function Row({ keys, text }: { keys: string[]; text: string }) {
  return (
    <div className="flex items-center justify-between gap-4 py-1.5">
      <dt className="text-ink2">{text}</dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  );
}
