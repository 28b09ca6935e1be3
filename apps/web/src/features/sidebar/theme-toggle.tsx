/** Switches between the light and the dark theme; the choice is kept in the browser and with the user. */
import type { ReactNode } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { useTheme } from '#lib/browser/theme.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';

export function ThemeToggle(): ReactNode {
  const { theme, setTheme } = useTheme();
  const { save } = usePreferences();
  const next = theme === 'dark' ? 'light' : 'dark';
  return (
    <Button
      kind="ghost"
      size="icon"
      aria-label={`Switch to ${next} theme`}
      onClick={() => {
        setTheme(next);
        save({ theme: next });
      }}
    >
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} size={15} />
    </Button>
  );
}
