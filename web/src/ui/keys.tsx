/** Keyboard keys, pressed in sequence (`g` `d`) or together (`Ctrl` `K`). */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex shrink-0 gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid h-5 min-w-5 place-items-center rounded-sm border border-line bg-sunken px-1 font-sans text-xs font-medium text-ink2"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
