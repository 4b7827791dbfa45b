import { Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { counted } from './counted.ts';
import { cx } from './cx.ts';
import { isComposing } from './is-composing.ts';
import { Keys } from './keys.tsx';
import { Modal } from './modal.tsx';

export type Command = {
  id: string;
  group: string;
  label: string;
  /** Smaller text after the label. */
  note?: string;
  keys?: readonly string[];
  run: () => void;
};

type Props = {
  onClose: () => void;
  title: string;
  placeholder: string;
  /** Returns the matches in display order, grouped. */
  find: (words: string) => Command[];
};

/** A command palette: type to search, arrows to choose, Enter to run. */
export function CommandDialog({ onClose, title, placeholder, find }: Props) {
  return (
    <Modal
      onClose={onClose}
      title={title}
      className="fixed inset-x-4 top-4 z-50 flex max-h-[min(480px,calc(100dvh-32px))] flex-col overflow-hidden rounded-xl bg-surface shadow-overlay animate-[rise-in_120ms_var(--ease-out)] sm:inset-x-[calc(50vw-280px)] sm:top-[14vh]"
    >
      <CommandList placeholder={placeholder} find={find} onDone={onClose} />
    </Modal>
  );
}

type ListProps = Pick<Props, 'placeholder' | 'find'> & { onDone: () => void };

/** Enter runs the first result while typing. Arrows continue from it; typing returns to the search box. */
function CommandList({ placeholder, find, onDone }: ListProps) {
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [words, setWords] = useState('');
  const commands = find(words);

  function run(command: Command) {
    onDone();
    command.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = steps.get(event.key);
    if (step !== undefined) {
      event.preventDefault();
      const stops = [input.current, ...(list.current?.querySelectorAll('button') ?? [])];
      const from = stops.findIndex((stop) => stop === document.activeElement);
      // The first result is already selected while typing.
      const isLeavingWords = from === 0 && step === 1 && stops.length > 2;
      stops[(from + (isLeavingWords ? 2 : step) + stops.length) % stops.length]?.focus();
    } else if (event.key.length === 1 && event.key !== ' ' && !event.metaKey && !event.ctrlKey) {
      input.current?.focus();
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
          ref={input}
          aria-label={placeholder}
          aria-describedby="command-count"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (isComposing(event.nativeEvent)) return;
            const [first] = commands;
            if (event.key === 'Enter' && first) run(first);
            else onKeyDown(event);
          }}
          className="h-12 w-full bg-transparent pr-4 pl-11 text-md text-ink outline-none placeholder:text-ink3"
        />
      </div>
      <ul ref={list} aria-label="Results" className="group min-h-0 overflow-y-auto p-2">
        {commands.map((command, index) => (
          <li key={command.id}>
            {command.group !== commands[index - 1]?.group && (
              <p className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink3">{command.group}</p>
            )}
            <button
              type="button"
              onClick={() => run(command)}
              onKeyDown={onKeyDown}
              className={cx(
                'flex min-h-9 pointer-coarse:min-h-11 w-full items-center gap-3 rounded-md px-2.5 py-1.5 text-left text-ink2 hover:bg-hover hover:text-ink',
                'focus:bg-hover focus:text-ink focus-visible:-outline-offset-2',
                index === 0 && 'group-[:not(:focus-within)]:bg-hover group-[:not(:focus-within)]:text-ink',
              )}
            >
              <span className="min-w-0 flex-1 truncate font-medium">{command.label}</span>
              {command.note !== undefined && <span className="shrink-0 text-sm text-ink3">{command.note}</span>}
              {command.keys && <Keys keys={command.keys} />}
            </button>
          </li>
        ))}
      </ul>
      <output id="command-count" className={commands.length === 0 ? 'block px-5 pb-6 text-ink2' : 'sr-only'}>
        {commands.length === 0
          ? `Nothing found for “${words}”`
          : `${counted(commands.length, 'result')}, first: ${commands[0]?.label}`}
      </output>
    </>
  );
}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);
