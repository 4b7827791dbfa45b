import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { saveFile } from '#web/ui/save-file.ts';

type Props = { codes: readonly string[]; onClose: () => void };

/** Shown once, after the first factor is added or codes are renewed. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  return (
    <Dialog
      onClose={onClose}
      isShownOnce
      title="Save your recovery codes"
      description="If you lose your second factor, use one of these codes instead. Each works once. You won’t see them again, so store them with your passwords."
      footer={
        <Button variant="primary" onClick={onClose}>
          I’ve saved them
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}

const FILE = 'foreword-recovery-codes.txt';

/** New recovery codes, to copy or download. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `Recovery codes for Foreword. Each works once.\n\n${codes.join('\n')}\n`;
  return (
    <>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-4 gap-y-1 rounded-md border border-line bg-sunken p-4 font-mono text-sm select-all sm:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code} className="text-center whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => void copyText(codes.join('\n'), 'Recovery codes copied')}>Copy</Button>
        <Button onClick={() => saveFile(FILE, text, 'text/plain')}>Download</Button>
      </div>
    </>
  );
}
