import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isFinal, type OperationRow } from '#domain/operation/schema.ts';
import { useErrorText } from '../i18n/error-text.ts';
import type { TextKey } from '../i18n/text-key.ts';
import type { CommandContext } from './client.ts';
import { notice } from './notice.ts';
import { asProblem, type ProblemError } from './problem-error.ts';
import { operationQuery, trackOperation } from './running-operations.ts';

export type CommandDefinition<Input, Result> = Readonly<{
  call: (input: Input, context: CommandContext) => Promise<Result>;
  /** The queries that show something else once it is done. */
  invalidates: readonly QueryKey[];
  /** The notice when it is done (for an operation: completed). */
  success?: TextKey;
  /** The notice when it is refused; why stands below it. What the server said alone unless given. */
  failure?: TextKey;
  /** Milliseconds until that notice. */
  failureDelay?: number;
}>;

/** `sending` lasts until what it changed has been asked for again: until then the screen shows what was before. */
export type CommandState = 'idle' | 'sending' | 'working' | 'done' | 'failed';

type RunOptions<Values extends FieldValues> = {
  form?: UseFormReturn<Values, unknown, unknown>;
  /** Shows a problem in a way of its own; answers whether it did. */
  show?: (problem: ProblemError) => boolean;
};

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Files as what tells them apart, so that a retry with another file is another intent. */
const fingerprint = (input: unknown): string =>
  JSON.stringify(input, (_key, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  ) ?? '';

const operationIdOf = (result: unknown): string | undefined => {
  const id = (result as { operationId?: unknown } | null | undefined)?.operationId;
  return typeof id === 'string' ? id : undefined;
};

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Puts the server's field errors where they belong; the name of the first that found its field. */
const showInForm = <Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, unknown>,
  errors: readonly { field: string; text: string }[],
): Path<Values> | undefined => {
  const names = new Set(Object.keys(form.getValues()));
  const own = errors.filter(({ field }) => names.has(field.split('.')[0] ?? ''));
  for (const { field, text } of own) form.setError(field as Path<Values>, { type: 'server', message: text });
  // An entry of a list has no control of its own: its list knows where it is.
  return own[0]?.field.replace(/\.\d+$/, '') as Path<Values> | undefined;
};

/**
 * The only way to change something. One idempotency key per intent, kept on retry;
 * field errors go to the form, others to one notice; an answer with an `operationId` is followed until it has ended,
 * from any page. It is never `done` before the server said so.
 */
export const useCommand = <Input, Result>({
  call,
  invalidates,
  success,
  failure,
  failureDelay = 0,
}: CommandDefinition<Input, Result>) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const errorText = useErrorText();
  const intent = useRef<{ input: string; key: string }>(undefined);
  const abort = useRef<AbortController>(undefined);
  const [isSending, setSending] = useState(false);
  const [progress, setProgress] = useState<number>();
  const [focus, setFocus] = useState<() => void>();
  const mutation = useMutation<Result, unknown, Input>({
    mutationFn: (input) => {
      const print = fingerprint(input);
      if (intent.current?.input !== print) intent.current = { input: print, key: newKey() };
      abort.current = new AbortController();
      return call(input, { idempotencyKey: intent.current.key, signal: abort.current.signal, onProgress: setProgress });
    },
  });
  const operationId = operationIdOf(mutation.data);
  const operation = useQuery({ ...operationQuery(operationId ?? ''), enabled: operationId !== undefined });

  // A form is disabled while it is sent, so its field can take the focus only afterwards.
  useEffect(() => {
    if (!focus || isSending) return;
    focus();
    setFocus(undefined);
  }, [focus, isSending]);

  const tell = (problem: ProblemError) => {
    if (problem.status === 401) return;
    const id = problem.correlationId;
    const why = errorText(problem);
    const description = [...(failure ? [why] : []), ...(id ? [t('common.quote-id', { id })] : [])].join(' ');
    const show = () =>
      notice.error(failure ? t(failure) : why, { cause: problem.code, ...(description && { description }) });
    if (failureDelay > 0) setTimeout(show, failureDelay);
    else show();
  };

  const refresh = () => Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));

  /** Resolves with the answer, or with undefined when it failed (and said so). */
  const run = async <Values extends FieldValues = FieldValues>(
    input: Input,
    { form, show }: RunOptions<Values> = {},
  ): Promise<Result | undefined> => {
    setSending(true);
    setProgress(0);
    try {
      const result = await mutation.mutateAsync(input);
      intent.current = undefined;
      const started = operationIdOf(result);
      if (started !== undefined) {
        trackOperation(client, {
          operationId: started,
          startedAt: Date.now(),
          invalidates,
          ...(success ? { success } : {}),
        });
      } else if (success) notice.success(t(success));
      await refresh();
      return result;
    } catch (error) {
      if (isCancelled(error)) {
        mutation.reset();
        return undefined;
      }
      const problem = asProblem(error);
      // Decided: the next try is another intent. Otherwise the server may have done it, and answers the same again.
      if (!problem.isTransient) intent.current = undefined;
      const fields = problem.errors.flatMap(({ field, ...rest }) => (field ? [{ field, text: errorText(rest) }] : []));
      const first = form && showInForm(form, fields);
      // Somebody else was first: what is shown is no longer so, also behind what `show` asks.
      const refreshed = problem.status === 404 || problem.status === 409 ? refresh() : undefined;
      if (show?.(problem)) return undefined;
      if (form && first) setFocus(() => () => form.setFocus(first));
      else tell(problem);
      await refreshed;
      return undefined;
    } finally {
      setSending(false);
      setProgress(undefined);
    }
  };

  const cancel = useCallback(() => abort.current?.abort(), []);
  const row: OperationRow | undefined = operationId === undefined ? undefined : operation.data;
  return {
    run,
    cancel,
    reset: mutation.reset,
    state: isSending ? 'sending' : stateOf(mutation.status, operationId, row),
    /** Percent of an upload that is through, from 0; undefined when nothing is being sent. */
    progress,
    operation: row,
    operationId,
    error: mutation.error ? asProblem(mutation.error) : undefined,
  };
};

const stateOf = (
  status: 'idle' | 'pending' | 'success' | 'error',
  operationId: string | undefined,
  row: OperationRow | undefined,
): CommandState => {
  if (status === 'idle') return 'idle';
  if (status === 'pending') return 'sending';
  if (status === 'error') return 'failed';
  if (operationId === undefined) return 'done';
  if (!row || !isFinal(row.state)) return 'working';
  return row.state === 'failed' ? 'failed' : 'done';
};
