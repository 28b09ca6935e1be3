/** A claim on a page: its text, with the word "planned" where it is not built yet. */
import type { ReactNode } from 'react';
import { Badge } from '#ui/marks/badge.tsx';
import { claim, type ShownClaimId } from './claims.ts';

export function ClaimText({ id }: { readonly id: ShownClaimId }): ReactNode {
  const { text, state } = claim(id);
  return (
    <>
      {text}
      {state === 'planned' ? (
        <>
          {' '}
          <Badge>planned</Badge>
        </>
      ) : null}
    </>
  );
}
