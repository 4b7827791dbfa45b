import type { ComponentProps } from 'react';
import { SettingRow } from './setting-row.tsx';
import { Switch } from './switch.tsx';

type Props = Omit<ComponentProps<typeof SettingRow>, 'children'> &
  Pick<ComponentProps<typeof Switch>, 'checked' | 'disabled' | 'onCheckedChange'>;

/** A setting that is on or off. */
export function SwitchRow({ checked, disabled = false, onCheckedChange, ...row }: Props) {
  return (
    <SettingRow {...row}>
      <Switch
        checked={checked}
        disabled={disabled}
        onCheckedChange={onCheckedChange}
        aria-labelledby={row.id}
        aria-describedby={`${row.id}-hint`}
      />
    </SettingRow>
  );
}
