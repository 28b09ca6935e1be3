/** Catches what a page throws while drawing, so that a mistake in one place never leaves an empty screen. */
import { Component, type ReactNode } from 'react';
import { Button, ServerLink } from '#ui/controls/button.tsx';

interface Props {
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { readonly error: Error | null }> {
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
