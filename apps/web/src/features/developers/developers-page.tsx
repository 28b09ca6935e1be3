/** The developers' page as a whole; the language chosen in one example holds for all. */
import { API_CHANGES, API_PREFIX, type ExampleLanguage } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { formatDate } from '#lib/format/times.ts';
import { Changelog } from './changelog.tsx';
import { Contents } from './contents.tsx';
import { Guide } from './guide.tsx';
import { Push } from './push.tsx';
import { Reference } from './reference.tsx';

export function DevelopersPage(): ReactNode {
  const [language, setLanguage] = useState<ExampleLanguage>('python');
  const [latest] = API_CHANGES;
  return (
    <div className="dev-page">
      <header className="dev-head">
        <div>
          <h1>Developers</h1>
          <p className="mt-2 text-text-2">
            The events, evidence and measured record that the screens show, for programs of yours. Every
            example on this page is run by our tests.
          </p>
        </div>
        <dl>
          <div>
            <dt>Base address</dt>
            <dd className="font-mono">{API_PREFIX}</dd>
          </div>
          <div>
            <dt>Version</dt>
            <dd>
              {latest === undefined ? '' : `${latest.version}, ${formatDate(Date.parse(latest.day), 'UTC')}`}
            </dd>
          </div>
          <div>
            <dt>Plan</dt>
            <dd>Elite</dd>
          </div>
        </dl>
      </header>
      <div className="dev-body">
        <Contents />
        <div className="min-w-0">
          <Guide language={language} onLanguage={setLanguage} />
          <div id="reference">
            <Reference />
          </div>
          <Push language={language} onLanguage={setLanguage} />
          <Changelog />
        </div>
      </div>
    </div>
  );
}
