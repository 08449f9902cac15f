import { useCallback, useEffect, useRef, useState } from 'react';
import type { LintResult } from '#domain/api/lint.ts';
import { lint } from '../api/shared/lint.ts';
import type { Rested } from './mirror-messages.ts';

export type LintState = Readonly<{ status: 'checking' | 'checked' | 'failed'; total: number; error?: unknown }>;

/**
 * Checks a text on the server. A new check cancels the one before.
 *
 * @param onResult called with the result and the text that it describes.
 */
export const useLint = (onResult: (result: LintResult, rested: Rested) => void) => {
  const [state, setState] = useState<LintState>({ status: 'checking', total: 0 });
  const running = useRef<AbortController>(undefined);
  const tell = useRef(onResult);
  tell.current = onResult;
  useEffect(() => () => running.current?.abort(), []);

  const check = useCallback(async (rested: Rested) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState(({ total }) => ({ status: 'checking', total }));
    try {
      const result = await lint(rested.body, controller.signal);
      if (controller.signal.aborted) return;
      tell.current(result, rested);
      setState({ status: 'checked', total: result.total });
    } catch (error) {
      if (!controller.signal.aborted) setState(({ total }) => ({ status: 'failed', total, error }));
    }
  }, []);
  return { state, check };
};
