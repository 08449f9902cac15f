import { useQueries, useQueryClient } from '@tanstack/react-query';
import { Loader } from 'lucide-react';
import { useEffect } from 'react';
import { isFinal } from '#domain/operation/schema.ts';
import { notice } from '../../api/notice.ts';
import { asProblem } from '../../api/problem-error.ts';
import { forgetOperation, operationQuery, useRunningOperations } from '../../api/running-operations.ts';
import { useDock } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from '../../components/ui/popover.tsx';
import { OperationStepper } from '../../features/operation/shared/operation-stepper.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** Milliseconds before the notice. The form shows the reason in the meantime. */
const deployFailureDelay = 1000;

/** Follows this tab's operations on every page, shows a notice when one ends, and lists those that run. */
export const OperationsPill = () => {
  const t = useLazyTexts('operations');
  const errorText = useErrorText();
  const client = useQueryClient();
  const dock = useDock();
  const running = useRunningOperations();
  const results = useQueries({ queries: running.map(({ operationId }) => operationQuery(operationId)) });

  useEffect(() => {
    running.forEach((operation, index) => {
      const result = results[index];
      // The operation belongs to another user of this browser, or was never written. There is nothing to follow.
      if (result?.isError && !asProblem(result.error).isTransient) {
        forgetOperation(client, operation.operationId);
        return;
      }
      const row = result?.data;
      if (!row || !isFinal(row.state)) return;
      forgetOperation(client, operation.operationId);
      for (const queryKey of operation.invalidates) void client.invalidateQueries({ queryKey });
      if (row.state === 'completed') {
        notice.success(
          operation.success ? t(operation.success) : t(`operations.completed.${row.kind}`, { subject: row.subject }),
        );
      }
      if (row.state === 'failed') {
        const [problem] = row.problems;
        const tell = () =>
          notice.error(t(`operations.failed.${row.kind}`, { subject: row.subject }), {
            // For a deployment, only the error of a request transformer stays. The form shows the others.
            persistent: row.kind !== 'deploy' || problem?.field?.startsWith('requestTransformer') === true,
            ...(problem ? { description: errorText(problem) } : {}),
          });
        if (row.kind === 'deploy') setTimeout(tell, deployFailureDelay);
        else tell();
      }
    });
  }, [running, results, client, t, errorText]);

  const rows = results.flatMap(({ data }) => (data && !isFinal(data.state) ? [data] : []));
  if (running.length === 0) return null;
  return (
    <Popover>
      <PopoverTrigger
        className="late flex h-7 items-center gap-1.5 rounded-full bg-accent-soft px-2.5 font-medium text-accent-text text-xs"
        aria-live="polite"
      >
        <Loader className="size-3.5 animate-spin" />
        {/* The header of a phone has no room for text. */}
        <span className="max-sm:sr-only">{t('operations.running', { count: running.length })}</span>
      </PopoverTrigger>
      <PopoverContent className="max-h-[70vh] overflow-y-auto" aria-label={t('operations.running-title')}>
        <ul className="flex flex-col gap-5">
          {rows.map((row) => (
            <li key={row.id}>
              <OperationStepper operation={row} />
              <PopoverClose asChild>
                <Button variant="link" className="mt-2 text-table" onClick={() => dock.open('operation', row.id)}>
                  {t('operations.details')}
                </Button>
              </PopoverClose>
            </li>
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  );
};
