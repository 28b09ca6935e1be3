/** The application: its providers, what catches failures, and the routes. */

import { QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode, useState } from 'react';
import { createQueryClient } from '#api/client/query-client.ts';
import { ThemeProvider } from '#lib/browser/theme.tsx';
import { Button, ServerLink } from '#ui/controls/button.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';
import { Routes } from './router.tsx';
import { Toasts } from './toasts.tsx';
import { onUnauthorized } from './unauthorized.ts';

interface Props {
  readonly children: ReactNode;
}

class ErrorBoundary extends Component<Props, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <main className="grid min-h-dvh place-items-center bg-bg p-6">
        <div className="max-w-[480px]" role="alert">
          <h1 className="t-24">This page could not be displayed</h1>
          <p className="mt-2 text-text-2">
            Your instruments, alerts and settings are safe on the server. Reload the page; if it happens
            again, go to the start page.
          </p>
          <p className="mt-2 font-mono text-text-3">{this.state.error.message}</p>
          <div className="mt-4 flex gap-2">
            <Button kind="primary" onClick={() => location.reload()}>
              Reload
            </Button>
            <ServerLink href="/">Go to the start page</ServerLink>
          </div>
        </div>
      </main>
    );
  }
}

/** After the change's own toast, which only reports the failure: this one replaces it. */
function onReadOnly(error: Error): void {
  setTimeout(() => toastError(error, 'Nothing Changed'));
}

/** What every page needs around it: queries, theme, toasts. */
function Providers({ children }: { readonly children: ReactNode }): ReactNode {
  const [client] = useState(() => createQueryClient({ onUnauthorized, onReadOnly }));
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider>
        {children}
        <Toasts />
      </ThemeProvider>
    </QueryClientProvider>
  );
}

export function App(): ReactNode {
  return (
    <ErrorBoundary>
      <Providers>
        <Routes />
      </Providers>
    </ErrorBoundary>
  );
}
