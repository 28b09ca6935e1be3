/** How the product keeps its own promises: what holds today. */
import type { ReactNode } from 'react';
import { PublicFrame } from '#features/marketing/public-frame.tsx';
import { useTitle } from '#lib/use-title.ts';
import { DISCLAIMER } from '#lib/words.ts';

export function Compliance(): ReactNode {
  useTitle('Compliance');
  return (
    <PublicFrame>
      <div className="reading">
        <h1>Compliance</h1>
        <p>{DISCLAIMER} This page lists what holds in the product today. It claims no certificate.</p>
        <h2>Market data</h2>
        <ul>
          <li>
            Each plan sees what it may see: Basic stands 15 minutes behind the market on every page and call.
          </li>
          <li>Simulated and recorded data is labelled so inside the chart.</li>
        </ul>
        <h2>Findings</h2>
        <ul>
          <li>
            Every event opens its evidence, with the rules that held and the quality of the data at that
            moment.
          </li>
          <li>Events found while data was missing are marked and are not counted.</li>
        </ul>
        <h2>Accounts</h2>
        <ul>
          <li>Sign-in happens at an external service with a proof key; no password reaches this product.</li>
          <li>Sessions are kept on the server and end when you sign out.</li>
        </ul>
      </div>
    </PublicFrame>
  );
}
