/** The order-flow workspace among the features: what its panes show, and the way to try it in the demo. */
import type { ReactNode } from 'react';
import { ClaimText } from '#features/marketing/claims/claim-text.tsx';
import { claim, type ShownClaimId } from '#features/marketing/claims/claims.ts';
import { Screenshot } from '#features/marketing/pictures/screenshot.tsx';
import { ButtonLink } from '#ui/controls/button.tsx';

const FACTS: readonly ShownClaimId[] = ['workspace-marks', 'workspace-replay'];

export function WorkspaceFeature(): ReactNode {
  return (
    <div className="mt-14">
      <h3 className="t-20">The flow itself, in panes of your own</h3>
      <p className="landing-sub">{claim('workspace').text}</p>
      <div className="mt-8 max-md:hidden">
        <Screenshot name="workspace" />
      </div>
      <div className="mt-8 md:hidden">
        <Screenshot name="footprint" />
      </div>
      <div className="landing-columns mt-6" data-columns="2">
        {FACTS.map((id) => (
          <p key={id} className="text-text-2">
            <ClaimText id={id} />
          </p>
        ))}
      </div>
      <p className="mt-6">
        <ButtonLink href="/demo?view=workspace">Try the workspace</ButtonLink>
      </p>
    </div>
  );
}
