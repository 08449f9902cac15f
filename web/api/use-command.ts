import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Answer, Input } from '#domain/core/call.ts';
import { isFinal, type OperationRow } from '#domain/operation/schema.ts';
import { errorTextOf } from '../i18n/error-text.ts';
import type { TextKey } from '../i18n/text-key.ts';
import { type CommandContext, command, type JsonCall } from './client.ts';
import { notice } from './notice.ts';
import { asProblem, type ProblemError, type Why } from './problem-error.ts';
import { operationQuery, trackOperation } from './running-operations.ts';
import { askWhyNot } from './why-not.ts';

/** A call, and what follows from it on the screen. */
export type CommandDefinition<C extends JsonCall = JsonCall> = Readonly<{
  call: C;
  /** How it is sent. Default: `command`. A form with a file goes with `upload`. */
  send?: (call: C, input: Input<C>, context: CommandContext) => Promise<Answer<C>>;
  /** The queries that the command changes. */
  invalidates: readonly QueryKey[];
  /** Notice on success. For an operation, shown when it has completed. */
  success?: TextKey;
  /** Title of the notice on failure; the reason stands below. Default: only the server's text. */
  failure?: TextKey;
  /** Milliseconds before the failure notice. */
  failureDelay?: number;
}>;
/** `sending` lasts until the changed data has been refetched. Until then the screen shows the old data. */
export type CommandState = 'idle' | 'sending' | 'working' | 'done' | 'failed';

type RunOptions<Values extends FieldValues> = {
  form?: UseFormReturn<Values, unknown, unknown>;
  /** Shows a problem in its own way. Returns whether it did. */
  show?: (problem: ProblemError) => boolean;
  /** Called when nothing is left to decide, besides the notice. A dialog that asks for a decision closes. */
  onDecided?: () => void;
};

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Makes a text that identifies the input. Files are named by name, size and time, so that a retry with another file is
 * another intent.
 */
const fingerprint = (input: unknown): string =>
  JSON.stringify(input, (_key, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  ) ?? '';

/** Returns whether nothing was done yet, because a second person has to approve it. */
const waitsForApproval = (result: unknown): boolean =>
  typeof (result as { approvalId?: unknown } | null | undefined)?.approvalId === 'number';

const operationIdOf = (result: unknown): string | undefined => {
  if (waitsForApproval(result)) return undefined;
  const id = (result as { operationId?: unknown } | null | undefined)?.operationId;
  return typeof id === 'string' ? id : undefined;
};

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Shows the server's field errors at their fields, with the question of why. Returns the name of the first one that has a field. */
const showInForm = <Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, unknown>,
  errors: readonly { field: string; text: string }[],
  why: Why | undefined,
): Path<Values> | undefined => {
  const names = new Set(Object.keys(form.getValues()));
  const own = errors.filter(({ field }) => names.has(field.split('.')[0] ?? ''));
  for (const { field, text } of own)
    form.setError(field as Path<Values>, {
      type: 'server',
      message: text,
      ...(why && { types: { why: JSON.stringify(why) } }),
    });
  // An entry of a list has no control. The list's control finds the entry.
  return own[0]?.field.replace(/\.\d+$/, '') as Path<Values> | undefined;
};

/**
 * The only way to change something. Uses one idempotency key for each intent, also on retry. Field errors go to the
 * form, other errors to one notice. A response with an `operationId` is followed until the operation ends, on any page.
 * The state is never `done` before the server said so.
 */
export const useCommand = <C extends JsonCall>({
  call,
  send = command,
  invalidates,
  success,
  failure,
  failureDelay = 0,
}: CommandDefinition<C>) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const intent = useRef<{ input: string; key: string }>(undefined);
  const abort = useRef<AbortController>(undefined);
  const [isSending, setSending] = useState(false);
  const [progress, setProgress] = useState<number>();
  const [focus, setFocus] = useState<() => void>();
  const mutation = useMutation<Answer<C>, unknown, Input<C>>({
    mutationFn: (input) => {
      const print = fingerprint(input);
      if (intent.current?.input !== print) intent.current = { input: print, key: newKey() };
      abort.current = new AbortController();
      return send(call, input, {
        idempotencyKey: intent.current.key,
        signal: abort.current.signal,
        onProgress: setProgress,
      });
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
    if (problem.isSessionOver) return;
    const id = problem.isUnexpected ? problem.correlationId : undefined;
    const why = errorTextOf(t, problem);
    const description = [...(failure ? [why] : []), ...(id ? [t('common.quote-id', { id })] : [])].join(' ');
    const show = () =>
      notice.error(failure ? t(failure) : why, {
        cause: problem.code,
        ...(description && { description }),
        ...(problem.why && { action: { label: t('common.why-not'), onClick: () => askWhyNot(problem) } }),
      });
    if (failureDelay > 0) setTimeout(show, failureDelay);
    else show();
  };

  const refresh = () => Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));

  /** Resolves with the response, or with undefined after a failure that was already shown. */
  const run = async <Values extends FieldValues = FieldValues>(
    input: Input<C>,
    { form, show, onDecided }: RunOptions<Values> = {},
  ): Promise<Answer<C> | undefined> => {
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
      } else if (success && !waitsForApproval(result)) notice.success(t(success));
      await refresh();
      return result;
    } catch (error) {
      if (isCancelled(error)) {
        mutation.reset();
        return undefined;
      }
      const problem = asProblem(error);
      // The server decided, so the next try is another intent. Otherwise the server may have done it, and then returns
      // the same result again.
      if (!problem.isTransient) intent.current = undefined;
      const fields = problem.errors.flatMap(({ field, ...rest }) =>
        field ? [{ field, text: errorTextOf(t, rest) }] : [],
      );
      const first = form && showInForm(form, fields, problem.why);
      // Somebody else was first, so the shown data is outdated, also behind a question that `show` opens.
      const refreshed = problem.status === 404 || problem.status === 409 ? refresh() : undefined;
      if (show?.(problem)) return undefined;
      if (problem.isDecided) onDecided?.();
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
    state: isSending
      ? 'sending'
      : waitsForApproval(mutation.data)
        ? 'idle'
        : stateOf(mutation.status, operationId, row),
    /** Progress of an upload in percent. Undefined while nothing is being sent. */
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
