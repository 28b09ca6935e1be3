/** The contents of the developers' page: guide, reference by part, push and assistants, changelog. */
import { API_TAGS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { DESCRIPTION_PATH, useApiDescription } from '#api/site/api-description.ts';
import { operationsOf } from './reference.tsx';

const GUIDE = [
  ['start', 'Start'],
  ['keys', 'Keys and limits'],
  ['pages', 'Paging and filters'],
  ['errors', 'Errors'],
  ['versions', 'Versions'],
] as const;

const PUSH = [
  ['streams', 'Streams'],
  ['webhooks', 'Webhooks'],
  ['assistants', 'Assistants'],
] as const;

export function Contents(): ReactNode {
  const { data } = useApiDescription();
  const operations = data === undefined ? [] : operationsOf(data);
  return (
    <nav className="dev-contents" aria-label="Contents">
      <p className="cap">Guide</p>
      <div className="toc">
        {GUIDE.map(([id, words]) => (
          <a key={id} href={`#${id}`}>
            {words}
          </a>
        ))}
      </div>
      <p className="cap mt-4">Reference</p>
      <div className="toc">
        {API_TAGS.map((tag) => {
          const first = operations.find(({ tags }) => tags.includes(tag));
          return (
            <a key={tag} href={first === undefined ? '#reference' : `#reference-${first.operationId}`}>
              {tag}
            </a>
          );
        })}
      </div>
      <p className="cap mt-4">Push and assistants</p>
      <div className="toc">
        {PUSH.map(([id, words]) => (
          <a key={id} href={`#${id}`}>
            {words}
          </a>
        ))}
      </div>
      <p className="cap mt-4">Changelog</p>
      <div className="toc">
        <a href="#changelog">What changed</a>
      </div>
      <a className="link mt-4 block" href={DESCRIPTION_PATH}>
        OpenAPI 3.1 file
      </a>
    </nav>
  );
}
