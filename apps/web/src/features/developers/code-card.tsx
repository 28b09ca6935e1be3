/** Code in a card: with tabs where it is there in several languages, and a button that copies it. */
import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

async function copy(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    toast({ title: 'Copied', text: 'The code is in your clipboard.' });
  } catch {
    // A browser without leave to write the clipboard: the code can be selected
    toastError('Your browser blocked the clipboard. Select the code and copy it.', 'Not copied');
  }
}

export interface CodeCardProps {
  readonly title: ReactNode;
  readonly name: string;
  readonly code: string;
}

export function CodeCard({ title, name, code }: CodeCardProps): ReactNode {
  return (
    <figure className="dev-code">
      <figcaption>
        {title}
        <span className="grow" />
        <Button kind="ghost" size="small" onClick={() => void copy(code)}>
          <Icon name="copy" size={13} /> Copy<span className="sr-only"> {name}</span>
        </Button>
      </figcaption>
      <ScrollRegion label={name}>
        <pre>{code}</pre>
      </ScrollRegion>
    </figure>
  );
}
