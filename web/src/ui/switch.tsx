import { Switch as Primitive } from 'radix-ui';

type Props = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  'aria-labelledby': string;
  'aria-describedby'?: string;
};

export function Switch(props: Props) {
  return (
    <Primitive.Root
      {...props}
      className="touch-target inline-flex h-5 w-9 shrink-0 items-center rounded-xl border border-control bg-sunken px-0.5 transition-colors duration-120 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <Primitive.Thumb className="size-3.5 rounded-xl bg-control transition-transform duration-120 data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
    </Primitive.Root>
  );
}
