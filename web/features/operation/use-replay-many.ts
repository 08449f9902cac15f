import { useEffect, useRef, useState } from 'react';
import type { OperationsReplayed } from '#domain/operation/desk.ts';
import { useCommand } from '../../api/use-command.ts';
import { replayManyCommand } from './queries.ts';

/** So many are replayed by one call, so that somebody sees how far it is and can stop. */
const atOnce = 10;

type Progress = Readonly<{
  state: 'asking' | 'running' | 'ended' | 'stopped';
  done: number;
  refused: OperationsReplayed['refused'];
}>;

/** Replays many operations, some at a time, until all are done, somebody stops it or a call fails. */
export const useReplayMany = () => {
  const command = useCommand(replayManyCommand);
  const [progress, setProgress] = useState<Progress>({ state: 'asking', done: 0, refused: [] });
  const isStopped = useRef(false);
  // Nothing is replayed unseen: whoever closes the dialog stops it.
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const run = async (operationIds: readonly string[], reason: string) => {
    isStopped.current = false;
    const refused: OperationsReplayed['refused'][number][] = [];
    let done = 0;
    setProgress({ state: 'running', done, refused });
    for (let start = 0; start < operationIds.length && !isStopped.current; start += atOnce) {
      const answer = await command.run({
        body: { operationIds: operationIds.slice(start, start + atOnce), reason },
      });
      // The failure was told. The rest stays as it is.
      if (!answer) isStopped.current = true;
      else {
        done += answer.decided.length;
        refused.push(...answer.refused);
        setProgress({ state: 'running', done, refused: [...refused] });
      }
    }
    const isWhole = done + refused.length === operationIds.length;
    setProgress({ state: isWhole ? 'ended' : 'stopped', done, refused: [...refused] });
  };
  return {
    progress,
    run,
    stop: () => {
      isStopped.current = true;
    },
  };
};
