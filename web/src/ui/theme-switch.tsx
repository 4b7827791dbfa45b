import { MonitorIcon, MoonIcon, SunIcon } from './icons.tsx';
import { Segmented } from './segmented.tsx';
import { useTheme } from './theme.ts';

const options = [
  { value: 'light', label: <SunIcon />, name: 'Light' },
  { value: 'dark', label: <MoonIcon />, name: 'Dark' },
  { value: 'system', label: <MonitorIcon />, name: 'Match device' },
] as const;

export function ThemeSwitch({ className }: { className?: string }) {
  const [theme, setTheme] = useTheme();
  return (
    <Segmented label="Theme" value={theme} options={options} onChange={setTheme} {...(className && { className })} />
  );
}
