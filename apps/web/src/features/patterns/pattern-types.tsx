/** Cards of the pattern types that the user's tier gives. */
import type { ReactNode } from 'react';
import { useAvailablePatterns } from '#api/market/patterns.ts';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';

export function PatternTypes(): ReactNode {
  const query = useAvailablePatterns();
  const { data } = query;
  if (data === undefined)
    return <QueryState query={query} failed="The pattern types could not be loaded" rows={6} height={40} />;
  if (data.patterns.length === 0) {
    return (
      <EmptyBlock title="Your tier has no AI patterns" text="Every paid plan includes some: see below." />
    );
  }
  return (
    <ul className="pattern-types" aria-label="Pattern types of your tier">
      {data.patterns.map(({ type, name, description }) => (
        <li key={type} className="card">
          <h3 className="font-medium">{name}</h3>
          <p className="text-text-2">{description}</p>
        </li>
      ))}
    </ul>
  );
}
