/** Placeholders of a place with nothing to show: empty, failed, or loading. */
import type { ReactNode } from 'react';
import { readableError } from '#lib/format/readable-error.ts';
import { Button } from '#ui/controls/button.tsx';

export interface EmptyBlockProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}

/** One sentence what is missing, one what to do, at most one button. */
export function EmptyBlock({ title, text, children }: EmptyBlockProps): ReactNode {
  return (
    <div className="px-3.5 py-4">
      <p className="font-medium">{title}</p>
      {text === undefined ? null : <p className="mt-0.5 text-text-2">{text}</p>}
      {children === undefined ? null : <div className="mt-2.5">{children}</div>}
    </div>
  );
}

export interface ErrorBlockProps {
  /** What failed. */
  readonly title: string;
  /** What the server said, what is kept. */
  readonly text: string;
  readonly onRetry: () => void;
}

export function ErrorBlock({ title, text, onRetry }: ErrorBlockProps): ReactNode {
  return (
    <div className="px-3.5 py-4" role="alert">
      <p className="font-medium">{title}</p>
      <p className="mt-0.5 mb-2.5 text-text-2">{text}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

interface QueryStateProps {
  readonly query: { readonly error: Error | null; refetch(): Promise<unknown> };
  /** What could not be loaded. */
  readonly failed: string;
  /** What is kept, or when it is tried again. */
  readonly note?: string;
  /** Grey bars while nothing has failed; none by default. */
  readonly rows?: number;
  readonly height?: number;
}

/** In place of what a query has not loaded: why it failed, or grey bars. */
export function QueryState({ query, failed, note, rows = 0, height = 0 }: QueryStateProps): ReactNode {
  if (query.error === null) return rows === 0 ? null : <SkeletonRows rows={rows} height={height} />;
  const text = [readableError(query.error), note].join(' ').trim();
  return <ErrorBlock title={failed} text={text} onRetry={() => void query.refetch()} />;
}

/** Grey bars in the final layout; they appear after 400 ms only. */
export function SkeletonRows({
  rows,
  height,
}: {
  readonly rows: number;
  readonly height: number;
}): ReactNode {
  return (
    <div className="flex flex-col gap-2 px-3.5 py-3" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="skeleton" style={{ height, width: `${90 - ((row * 17) % 40)}%` }} />
      ))}
    </div>
  );
}
