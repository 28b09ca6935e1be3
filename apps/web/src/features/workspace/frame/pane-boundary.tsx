/** Keeps the failure of one pane inside it: a sentence and Try again, while the other panes go on. */
import { Component, type ReactNode } from 'react';
import { ErrorBlock } from '#ui/layout/blocks.tsx';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

export class PaneBoundary extends Component<Props, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <ErrorBlock
        title={`${this.props.title} could not be displayed`}
        text={`The other panes go on, and this layout is kept. ${error.message}`}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
