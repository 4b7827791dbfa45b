import type { ComponentProps } from 'react';
import { ProvenForm } from '#web/features/factors/proven-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';

type Props = Omit<ComponentProps<typeof ProvenForm>, 'failureOf'> & {
  /** The created secret; undefined until there is one. */
  secret: string | undefined;
  /** The secret's name on screen, such as `Token`. */
  label: string;
  asking: { title: string; description: string };
  created: { title: string; description: string };
  onClose: () => void;
};

/** Shows the form for a new secret, and then the secret, once. */
export function NewSecretDialog({ secret, label, asking, created, onClose, ...form }: Props) {
  return (
    <Dialog {...(secret === undefined ? asking : created)} isShownOnce={secret !== undefined} onClose={onClose}>
      {secret === undefined ? <ProvenForm {...form} /> : <ShownOnce label={label} secret={secret} onDone={onClose} />}
    </Dialog>
  );
}

type ShownOnceProps = {
  /** The secret's name on screen, such as `Token`. */
  label: string;
  secret: string;
  onDone: () => void;
};

/** A secret that cannot be shown again. */
function ShownOnce({ label, secret, onDone }: ShownOnceProps) {
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="mb-1.5 text-sm font-medium">{label}</p>
        <p className="rounded-md border border-line bg-sunken p-3 font-mono text-sm wrap-anywhere select-all">
          {secret}
        </p>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Done</Button>
        <Button variant="primary" onClick={() => void copyText(secret, `${label} copied`)}>
          Copy
        </Button>
      </div>
    </div>
  );
}
