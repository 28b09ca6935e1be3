/** The end of a list that is loaded page by page: what failed, or the button for the next page. */
import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { ErrorBlock } from './blocks.tsx';

/** What an infinite query reports about its pages. */
interface Pages {
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  refetch(): Promise<unknown>;
  fetchNextPage(): Promise<unknown>;
}

interface PagedEndProps {
  readonly pages: Pages;
  /** Nothing was loaded yet: a new try begins at the first page. */
  readonly isEmpty: boolean;
  readonly failedTitle: string;
  readonly failedText: (error: Error) => string;
  readonly more: string;
}

export function PagedEnd({ pages, isEmpty, failedTitle, failedText, more }: PagedEndProps): ReactNode {
  const { error, hasNextPage, isFetchingNextPage } = pages;
  if (error !== null) {
    const again = (): void => void (isEmpty ? pages.refetch() : pages.fetchNextPage());
    return <ErrorBlock title={failedTitle} text={failedText(error)} onRetry={again} />;
  }
  if (!hasNextPage) return null;
  return (
    <div className="flex justify-center border-line border-t p-2">
      <Button
        kind="ghost"
        busy={isFetchingNextPage}
        busyText="Loading"
        onClick={() => void pages.fetchNextPage()}
      >
        {more}
      </Button>
    </div>
  );
}
