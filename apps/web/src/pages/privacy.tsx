/** What is kept about a person and where, in plain words. */
import type { ReactNode } from 'react';
import { PublicFrame } from '#features/marketing/public-frame.tsx';
import { useTitle } from '#lib/use-title.ts';

export function Privacy(): ReactNode {
  useTitle('Privacy');
  return (
    <PublicFrame>
      <div className="reading">
        <h1>Privacy</h1>
        <h2>What is kept on the server</h2>
        <ul>
          <li>Your subject id, e-mail address and first name, as the sign-in service gives them.</li>
          <li>
            Your plan, your instruments and watchlist, your alerts, and what you chose about the dashboard.
          </li>
          <li>Your sign-in sessions, so that signing out ends them.</li>
        </ul>
        <h2>What is kept in your browser</h2>
        <ul>
          <li>One cookie that holds your session. It carries no data about you.</li>
          <li>The chosen theme and palette, in local storage.</li>
          <li>A plan chosen before sign-in, until you are signed in.</li>
        </ul>
        <h2>What is not done</h2>
        <p>No tracking, no advertising, no script of another company, no password kept here.</p>
      </div>
    </PublicFrame>
  );
}
