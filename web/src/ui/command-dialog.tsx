import { Search } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { cx } from './cx.ts';
import { Keys } from './keys.tsx';

export type Command = {
  id: string;
  group: string;
  label: string;
  /** Stands behind the label, smaller. */
  note?: string;
  keys?: readonly string[];
  run: () => void;
};

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  placeholder: string;
  /** What fits the words, in the order in which it is shown, those of a group together. */
  find: (words: string) => Command[];
};

/** Everything one can go to or do, found by typing: arrows choose, Enter does it. */
export function CommandDialog({ open, onOpenChange, title, placeholder, find }: Props) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim animate-[fade-in_120ms_var(--ease-out)]" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-4 z-50 flex max-h-[min(480px,calc(100dvh-32px))] flex-col overflow-hidden rounded-xl bg-surface shadow-overlay animate-[rise-in_120ms_var(--ease-out)] sm:inset-x-[calc(50vw-280px)] sm:top-[14vh]"
        >
          <Primitive.Title className="sr-only">{title}</Primitive.Title>
          <CommandList placeholder={placeholder} find={find} onDone={() => onOpenChange(false)} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

type ListProps = Pick<Props, 'placeholder' | 'find'> & { onDone: () => void };

function CommandList({ placeholder, find, onDone }: ListProps) {
  const id = useId();
  const [words, setWords] = useState('');
  const [place, setPlace] = useState(0);
  const commands = find(words);
  const active = commands[Math.min(place, commands.length - 1)];

  function run(command: Command) {
    onDone();
    command.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = steps.get(event.key);
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      const next = (place + step + commands.length) % commands.length;
      setPlace(next);
      document.getElementById(`${id}-${commands[next]?.id}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(active);
    }
  }

  return (
    <>
      <div className="relative border-b border-line focus-within:border-accent-text">
        <Search
          size={16}
          className="pointer-events-none absolute inset-y-0 left-4 my-auto text-ink3"
          aria-hidden="true"
        />
        <input
          role="combobox"
          aria-label={placeholder}
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active && `${id}-${active.id}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setPlace(0);
          }}
          onKeyDown={onKeyDown}
          className="h-12 w-full bg-transparent pr-4 pl-11 text-md text-ink outline-none placeholder:text-ink3"
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Results" tabIndex={-1} className="min-h-0 overflow-y-auto p-2">
        {commands.map((command, index) => (
          <div key={command.id} role="presentation">
            {command.group !== commands[index - 1]?.group && (
              <p role="presentation" className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink3">
                {command.group}
              </p>
            )}
            {/* The keys are the input's: an option is named by aria-activedescendant and never has the focus. */}
            <div
              id={`${id}-${command.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={command === active}
              onMouseMove={() => setPlace(index)}
              onClick={() => run(command)}
              onKeyDown={onKeyDown}
              className={cx(
                'flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5',
                command === active ? 'bg-hover text-ink' : 'text-ink2',
              )}
            >
              <span className="min-w-0 flex-1 truncate font-medium">{command.label}</span>
              {command.note !== undefined && <span className="shrink-0 text-sm text-ink3">{command.note}</span>}
              {command.keys && <Keys keys={command.keys} />}
            </div>
          </div>
        ))}
      </div>
      <output className={cx('px-5 text-ink2', commands.length === 0 ? 'block pb-6' : 'sr-only')}>
        {commands.length === 0 ? `Nothing found for “${words}”` : `${commands.length} results`}
      </output>
    </>
  );
}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);
