import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { DeployBody } from '#domain/deployment/schema.ts';
import { asProblem } from '../../api/problem-error.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { GatewayChanges } from './shared/gateway-changes.tsx';
import { movePlanOptions } from './shared/move-queries.ts';

/** What will be at the gateway that a deployment moves to, or why it can't be made there. */
export const MovePlan = ({ body }: Readonly<{ body: DeployBody }>) => {
  const t = useLazyTexts('moving', 'errors');
  const errorText = useErrorText();
  const { data, error } = useQuery(movePlanOptions(body));
  if (error) {
    const problem = asProblem(error);
    const why = problem.errors.length > 0 ? problem.errors : [problem];
    return (
      <div role="alert" className="flex gap-2 rounded-card bg-danger/8 px-3 py-2.5 text-table">
        <TriangleAlert className="mt-px size-4 shrink-0 text-danger" />
        <div className="grid min-w-0 gap-1">
          <p className="font-medium">{t('moving.refused')}</p>
          {why.map((one) => (
            <p key={one.code}>{errorText(one)}</p>
          ))}
        </div>
      </div>
    );
  }
  return (
    <section aria-label={t('moving.plan')} aria-busy={!data} className="grid gap-2">
      <h3 className="font-semibold text-sm">{t('moving.plan')}</h3>
      {data ? <GatewayChanges plan={data} /> : <Skeleton className="late h-24 w-full" />}
      <p className="text-muted text-table">{t('moving.plan-keys')}</p>
    </section>
  );
};
