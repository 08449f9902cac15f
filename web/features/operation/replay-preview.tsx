import { useQuery } from '@tanstack/react-query';
import type { ReplayPreview as Preview } from '#domain/operation/desk.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { GatewayChanges } from '../deployment/shared/gateway-changes.tsx';
import { previewOptions } from './queries.ts';

/** What Kafka is said otherwise. */
const atKafka = {
  changes: 'desk.preview-changes-kafka',
  nothing: 'desk.preview-nothing-kafka',
  away: 'desk.preview-away-kafka',
} as const;

const wordsOf = (outcome: Preview['outcome'], at: Preview['at']) =>
  at === 'kafka' && Object.hasOwn(atKafka, outcome)
    ? atKafka[outcome as keyof typeof atKafka]
    : (`desk.preview-${outcome}` as const);

/** The dry run of a replay: what it would change at the gateway or Kafka now, or why it would fail or wait. */
export const ReplayPreview = ({ operationId }: { operationId: string }) => {
  const t = useLazyTexts('desk');
  const errorText = useErrorText();
  const query = useQuery(previewOptions(operationId));
  return (
    <section aria-label={t('desk.preview')} className="grid gap-2">
      <h3 className="font-semibold text-sm">{t('desk.preview')}</h3>
      <QueryView query={query} skeleton={<Skeleton className="h-16 w-full" />}>
        {({ outcome, at, plan, problem }) =>
          plan ? (
            <GatewayChanges plan={plan} />
          ) : (
            <div role="status" className="text-table">
              <p>{t(wordsOf(outcome, at))}</p>
              {problem && <p className="text-muted [overflow-wrap:anywhere]">{errorText(problem)}</p>}
            </div>
          )
        }
      </QueryView>
    </section>
  );
};
