import { queryOptions, type UseQueryResult } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Environment } from '#domain/core/environment.ts';
import type { idParameter } from '#domain/core/id.ts';
import type { LosingKeys as Losing, losingKeys } from '#domain/core/losing-keys.ts';
import { get } from '../../../api/client.ts';
import { consumersKey } from '../../../api/consumers-key.ts';
import { DescriptionList } from '../../../components/layout/description-list.tsx';
import { QueryView } from '../../../components/layout/query-view.tsx';
import { toldApart, WithSecond } from '../../../components/text/told-apart.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

type LosingCall = Readonly<{
  method: 'get';
  path: `/${string}`;
  parameters: Readonly<{ id: typeof idParameter }>;
  response: typeof losingKeys;
}>;

/** Reads what stops with a thing. Each dialog reads it anew: a deletion rests on it. */
export const losingKeysOptions = (call: LosingCall, id: number) =>
  queryOptions({
    queryKey: [...consumersKey, 'losing', call.path, id],
    queryFn: ({ signal }) => get(call, { parameters: { id } }, signal),
    staleTime: 0,
    gcTime: 0,
  });

const Keys = ({ keys, organizations: { first, total } }: Losing) => {
  const t = useLazyTexts('losing');
  const format = useFormat();
  if (keys === 0) return <span className="text-muted">{t('losing.none')}</span>;
  const seconds = toldApart(first.map(({ id, name }) => ({ id, name, texts: [] })));
  return (
    <>
      <span className="font-medium text-foreground tabular-nums">{format.number(keys)}</span>
      <ul className="mt-1 grid gap-1.5">
        {first.map((one) => (
          <li key={one.id}>
            <WithSecond second={seconds.get(one.id)}>
              <bdi className="text-foreground [overflow-wrap:anywhere]">{one.name}</bdi>
            </WithSecond>
            <span className="block text-muted text-xs">
              {t('losing.facts', { keys: format.number(one.keys), calls: format.number(one.calls) })}
            </span>
          </li>
        ))}
        {total > first.length && <li className="text-muted">{t('losing.more', { count: total - first.length })}</li>}
      </ul>
    </>
  );
};

const Calls = ({ calls, otherCalls }: Losing) => {
  const t = useLazyTexts('losing');
  const format = useFormat();
  if (calls === 0) return <span className="text-muted">{t('losing.no-calls')}</span>;
  return (
    <>
      <span className="font-medium text-foreground tabular-nums">{format.number(calls)}</span>
      {otherCalls > 0 && (
        <span className="block text-muted text-xs">
          {t('losing.other-calls', { calls: format.number(otherCalls) })}
        </span>
      )}
    </>
  );
};

type Props = Readonly<{
  query: UseQueryResult<Losing>;
  /** Where calls are counted. Default: everywhere. */
  environment?: Environment;
}>;

const Facts = ({ query, environment }: Props) => {
  const t = useLazyTexts('losing');
  return (
    <QueryView query={query} skeleton={<Skeleton className="h-16 w-full" />} errorTitle={t('losing.unknown')}>
      {(losing) => (
        <DescriptionList
          entries={[
            [t('losing.keys'), <Keys key="keys" {...losing} />],
            [
              environment ? t('losing.calls-in', { environment }) : t('losing.calls'),
              <Calls key="calls" {...losing} />,
            ],
          ]}
        />
      )}
    </QueryView>
  );
};

/** Whose keys stop, and how much they were used, before something is deleted. */
export const LosingKeys = (props: Props) => (
  <div className="mt-3">
    <Suspense fallback={<Skeleton className="h-16 w-full" />}>
      <Facts {...props} />
    </Suspense>
  </div>
);
