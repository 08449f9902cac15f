import { useEffect, useRef, useState } from 'react';
import type { OperationsReplayed } from '#domain/operation/desk.ts';

/** So many are sent by one call, so that somebody sees how far it is and can stop. */
const atOnce = 10;

/** What a call says about some of them. `asked`: a second person is asked. */
type Answer = Readonly<{
  decided: readonly string[];
  refused: OperationsReplayed['refused'];
  asked?: OperationsReplayed['asked'];
}>;
/** Sends some of them. Undefined: the call failed, which was told. */
export type Send = (body: Readonly<{ operationIds: string[]; reason: string }>) => Promise<Answer | undefined>;

type Progress = Readonly<{
  state: 'asking' | 'running' | 'ended' | 'stopped';
  done: number;
  refused: OperationsReplayed['refused'];
  asked: OperationsReplayed['asked'];
}>;

/** Decides about many operations, some at a time, until all are done, somebody stops it or a call fails. */
export const useMany = (send: Send) => {
  const [progress, setProgress] = useState<Progress>({ state: 'asking', done: 0, refused: [], asked: [] });
  const isStopped = useRef(false);
  // Nothing is done unseen: whoever closes the dialog stops it.
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  /** @param together those for which a second person is asked: with one request, so they are sent at once. */
  const run = async (operationIds: readonly string[], reason: string, together: readonly string[] = []) => {
    isStopped.current = false;
    const refused: OperationsReplayed['refused'][number][] = [];
    const asked: OperationsReplayed['asked'][number][] = [];
    let done = 0;
    setProgress({ state: 'running', done, refused, asked });
    const alone = operationIds.filter((id) => !together.includes(id));
    const calls = together.length > 0 ? [[...together]] : [];
    for (let start = 0; start < alone.length; start += atOnce) calls.push(alone.slice(start, start + atOnce));
    for (const ids of calls) {
      if (isStopped.current) break;
      const answer = await send({ operationIds: ids, reason });
      // The failure was told. The rest stays as it is.
      if (!answer) isStopped.current = true;
      else {
        done += answer.decided.length;
        refused.push(...answer.refused);
        asked.push(...(answer.asked ?? []));
        setProgress({ state: 'running', done, refused: [...refused], asked: [...asked] });
      }
    }
    const waiting = asked.reduce((sum, each) => sum + each.operationIds.length, 0);
    const isWhole = done + refused.length + waiting === operationIds.length;
    setProgress({ state: isWhole ? 'ended' : 'stopped', done, refused: [...refused], asked: [...asked] });
  };
  return {
    progress,
    run,
    stop: () => {
      isStopped.current = true;
    },
  };
};

export type Many = ReturnType<typeof useMany>;
