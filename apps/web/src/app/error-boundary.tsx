import { Component, type ReactNode } from 'react';
import { text } from '../text/en';
import { Notice } from '../ui/notice';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

/** What fails while it is drawn takes only its own part of the page with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Notice title={text.app.broken} hint={text.app.brokenHint}>
        <button type="button" onClick={() => this.setState({ error: undefined })}>
          {text.app.again}
        </button>
      </Notice>
    );
  }
}
