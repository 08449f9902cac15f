import { lazy, Suspense } from 'react';
import type { UndoLineProps } from './undo-line-content.tsx';

const Content = lazy(async () => ({ default: (await import('./undo-line-content.tsx')).UndoLineContent }));

/** What an entry of a history says about undoing. It is loaded after the entry, which does not wait for it. */
export const UndoLine = (props: UndoLineProps) => {
  const { undoes, undoneBy, never } = props.entry;
  const isSilent = never !== null && !props.tellsNever && undoes === null && undoneBy === null;
  return isSilent ? null : (
    <Suspense fallback={null}>
      <Content {...props} />
    </Suspense>
  );
};
