import { Monitor, Moon, Sun } from 'lucide-react';
import { Segmented } from './segmented.tsx';
import { useTheme } from './theme.ts';

const options = [
  { value: 'light', label: <Sun size={16} />, name: 'Light' },
  { value: 'dark', label: <Moon size={16} />, name: 'Dark' },
  { value: 'system', label: <Monitor size={16} />, name: 'As the device' },
] as const;

export function ThemeSwitch({ className }: { className?: string }) {
  const [theme, setTheme] = useTheme();
  return (
    <Segmented label="Theme" value={theme} options={options} onChange={setTheme} {...(className && { className })} />
  );
}
