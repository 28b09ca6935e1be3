/** In the place of market data that is not shown: what is missing, why, and what to do about it. */
import type { ReactNode } from 'react';
import { ButtonLink } from '#ui/controls/button.tsx';
import { EmptyBlock } from './blocks.tsx';

export interface MissingDataProps {
  readonly missing: {
    /** A licence withholds it, or the platform has no market data at all. */
    readonly why: 'licence' | 'no_feed';
    readonly text: string;
  };
}

export function MissingData({ missing: { why, text } }: MissingDataProps): ReactNode {
  if (why === 'licence') return <EmptyBlock title="Not licensed" text={text} />;
  return (
    <EmptyBlock title={text} text="This server has no market of its own to show.">
      <ButtonLink href="/settings?tab=connection">Connect your own account</ButtonLink>
    </EmptyBlock>
  );
}
