/** The region of toasts, fetched with the first one: most visitors of a public page never see any. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useObservable } from '#lib/state/observable.ts';
import { toasts } from '#ui/overlays/toast-state.ts';

const fetchToaster = () => import('#ui/overlays/toaster.tsx');
const Toaster = lazy(() => fetchToaster().then((file) => ({ default: file.Toaster })));

/** Fetches the region ahead of its first toast, which may be about the network that was lost. */
export function prepareToasts(): void {
  fetchToaster().catch(() => undefined);
}

export function Toasts(): ReactNode {
  const isNeeded = useObservable(toasts).length > 0;
  return isNeeded ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
