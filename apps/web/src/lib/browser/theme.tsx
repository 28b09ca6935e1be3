/** The theme and the palette on the document: kept in local storage under `theme`, light until somebody chooses. */
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

export type Theme = 'light' | 'dark';
export type Palette = 'default' | 'cvd';

export interface ThemeChoice {
  readonly theme: Theme;
  readonly palette: Palette;
  /** False until somebody chose a theme in this browser. */
  readonly chosen: boolean;
  setTheme(theme: Theme): void;
  setPalette(palette: Palette): void;
}

const ThemeContext = createContext<ThemeChoice | null>(null);

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be refused (private windows): the choice then lasts for the page only.
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As above: nothing is lost but the memory of the choice.
  }
}

export function ThemeProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [theme, setThemeState] = useState<Theme>(() => (stored('theme') === 'dark' ? 'dark' : 'light'));
  const [palette, setPaletteState] = useState<Palette>(() =>
    stored('palette') === 'cvd' ? 'cvd' : 'default',
  );
  const [chosen, setChosen] = useState(() => stored('theme') !== null);
  const setTheme = useCallback((next: Theme) => {
    keep('theme', next);
    document.documentElement.classList.toggle('dark', next === 'dark');
    document.documentElement.classList.toggle('light', next === 'light');
    setThemeState(next);
    setChosen(true);
  }, []);
  const setPalette = useCallback((next: Palette) => {
    keep('palette', next);
    if (next === 'cvd') document.documentElement.setAttribute('data-palette', 'cvd');
    else document.documentElement.removeAttribute('data-palette');
    setPaletteState(next);
  }, []);
  const value = useMemo(
    () => ({ theme, palette, chosen, setTheme, setPalette }),
    [theme, palette, chosen, setTheme, setPalette],
  );
  return <ThemeContext value={value}>{children}</ThemeContext>;
}

/** The theme of the page. Outside `ThemeProvider` it throws: a mistake of the developer. */
export function useTheme(): ThemeChoice {
  const choice = useContext(ThemeContext);
  if (choice === null) throw new Error('useTheme must be used within a ThemeProvider');
  return choice;
}
