/** The keys of panes in the status bar, where there is space for them and single keys act. */
import type { KeyCommand } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useKeyText } from '#api/account/key-commands.ts';

function Hint({ command, words }: { readonly command: KeyCommand; readonly words: string }): ReactNode {
  const key = useKeyText(command);
  return key === null ? null : (
    <span className="flex items-center gap-1.5 max-2xl:hidden">
      <kbd className="kbd">{key}</kbd> {words}
    </span>
  );
}

export function PaneHints(): ReactNode {
  return (
    <>
      <Hint command="nextPane" words="next pane" />
      <Hint command="maximisePane" words="maximise" />
      <Hint command="timeframe1" words="first timeframe" />
      <Hint command="keys" words="all keys" />
    </>
  );
}
