import { Component, type ReactNode } from 'react';
import { CrashPage } from './crash-page.tsx';

type Props = {
  children: ReactNode;
  /** A new key clears the error, for example on another page. */
  resetKey: string;
  /** Shown in place of the children. Default: a whole page. */
  fallback?: ReactNode;
};
type State = { failed: boolean; resetKey: string };

/** Shows a fallback if its children throw. React has no function component for this. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    return this.state.failed ? (this.props.fallback ?? <CrashPage />) : this.props.children;
  }
}
