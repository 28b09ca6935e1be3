/** Opens the command palette: a field's look, so that it says what is found there. */
import type { ReactNode } from 'react';
import { useKeyText } from '#api/account/key-commands.ts';
import { openSurface } from '#lib/state/surface.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';

export function PaletteButton({ words = '' }: { readonly words?: string }): ReactNode {
  const key = useKeyText('palette');
  return (
    <Button
      kind="quiet"
      className="palette-button"
      aria-label="Search"
      title={key === null ? 'Search' : `Search (${key})`}
      onClick={() => openSurface.set('palette')}
    >
      <Icon name="search" size={13} />
      {words === '' ? null : <span className="grow text-left font-normal text-text-3">{words}</span>}
      {key === null || words === '' ? null : <kbd className="kbd">{key}</kbd>}
    </Button>
  );
}
