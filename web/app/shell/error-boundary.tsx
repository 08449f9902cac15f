import { Component, type ReactNode } from 'react';
import { CrashPage } from './crash-page.tsx';

type Props = {
  children: ReactNode;
  /** Another page starts without the error. */
  resetKey: string;
  /** What stands where the children were; a whole page unless given. */
  fallback?: ReactNode;
};
type State = { failed: boolean; resetKey: string };

/** Shows something instead of nothing when what is in it throws. React knows no function for this. */
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
