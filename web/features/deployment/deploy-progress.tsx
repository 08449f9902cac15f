import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperationRow } from '#domain/operation/schema.ts';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { OperationStepper } from '../operation/shared/operation-stepper.tsx';

/** The deployment's operation. It scrolls into view when it appears. */
export const DeployProgress = ({ operation }: { operation: OperationRow }) => {
  const { t } = useTranslation();
  const id = useId();
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    // Newer browsers return a promise here, which an effect may not return.
    void element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Card ref={element} aria-labelledby={id} className="scroll-mt-20 scroll-mb-20 max-lg:order-first">
      <CardHeader>
        <CardTitle id={id} level={2}>
          {t('deployments.progress-title')}
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-3">
        <OperationStepper operation={operation} />
        {operation.state === 'failed' && (
          <p className="text-table">
            {operation.problems.some(({ field }) => field)
              ? t('deployments.failed-form-correct')
              : t('deployments.failed-form-retry')}
          </p>
        )}
        {operation.state === 'completed' && (
          <p className="font-medium text-success text-table">
            {t('deployments.done', { environment: operation.environment })}
          </p>
        )}
      </CardContent>
    </Card>
  );
};
