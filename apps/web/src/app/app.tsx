/** The application: its providers, what catches failures, and the routes. */
import type { ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { Providers } from './providers.tsx';
import { Routes } from './router.tsx';

export function App(): ReactNode {
  return (
    <ErrorBoundary>
      <Providers>
        <Routes />
      </Providers>
    </ErrorBoundary>
  );
}
