/** What changed in the public API, newest first. */
import { API_CHANGES } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatDate } from '#lib/format/times.ts';
import { Badge, type Tone } from '#ui/marks/badge.tsx';

const TONES: Readonly<Record<(typeof API_CHANGES)[number]['kind'], Tone>> = {
  New: 'ok',
  Changed: 'info',
  Deprecated: 'warn',
};

export function Changelog(): ReactNode {
  return (
    <section id="changelog" className="dev-changes" aria-labelledby="changelog-title">
      <h2 id="changelog-title" className="t-20">
        Changelog
      </h2>
      <ul>
        {API_CHANGES.map(({ version, day, kind, text }) => (
          <li key={`${version} ${text}`}>
            <span className="text-text-3">{formatDate(Date.parse(day), 'UTC')}</span>
            <b>{version}</b>
            <Badge tone={TONES[kind]}>{kind}</Badge>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
