/** The title of the browser's tab. */
import { publicPageAt } from '@undertow/contracts';
import { useEffect } from 'react';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Undertow`;
  }, [title]);
}

/** The title that the server gives a public page, set again on navigation inside the application. */
export function usePageTitle(path: string): void {
  useTitle(publicPageAt(path)?.title ?? 'Undertow');
}
