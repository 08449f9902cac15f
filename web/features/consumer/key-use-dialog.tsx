import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getKeyUse } from '#domain/consumer/calls.ts';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import type { KeyUse } from '#domain/consumer/use.ts';
import { get } from '../../api/client.ts';
import { consumersKey } from '../../api/consumers-key.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHead } from '../../components/ui/dialog.tsx';
import { Progress } from '../../components/ui/progress.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { useKeyName } from './shared/key-name.ts';

/** Milliseconds between two looks while the dialog is open. Sums are some seconds late anyway. */
const lookAgain = 5_000;

const useOptions = (id: number) =>
  queryOptions({
    queryKey: [...consumersKey, id, 'use'],
    queryFn: ({ signal }) => get(getKeyUse, { parameters: { id } }, signal),
    refetchInterval: lookAgain,
  });

type Props = Readonly<{ consumer: ConsumerRow; use: KeyUse }>;

type Window = KeyUse['periods'][number];

/** How much of the limit is used, where the limit counts the key alone and where it counts all of its organization. */
const Share = ({ limit, window: { calls, own } }: Readonly<{ limit: ConsumerRow['limit']; window: Window }>) => {
  const t = useLazyTexts('key-use');
  const format = useFormat();
  const counted = limit?.together ? calls : own;
  if (!limit || counted === undefined)
    return <span className="text-muted">{t(limit ? 'key-use.untold' : 'key-use.none')}</span>;
  return (
    <span className="grid gap-1">
      <span className="tabular-nums">{format.percent(counted / limit.calls)}</span>
      <Progress aria-hidden value={Math.min(100, (counted / limit.calls) * 100)} />
    </span>
  );
};

const Windows = ({ consumer: { limit }, use: { keys, periods } }: Props) => {
  const t = useLazyTexts('key-use');
  const format = useFormat();
  const head = 'py-1.5 font-medium text-muted';
  const number = 'py-1.5 ps-4 text-end tabular-nums';
  // Also where a key that is gone has called.
  const hasOthers = keys > 1 || periods.some(({ calls, own }) => own !== calls);
  return (
    <table className="w-full border-collapse text-table">
      <thead>
        <tr>
          <th scope="col" className={`${head} text-start`}>
            {t('key-use.from')}
          </th>
          <th scope="col" className={`${head} ps-4 text-end`}>
            {t('key-use.own')}
          </th>
          {hasOthers && (
            <th scope="col" className={`${head} ps-4 text-end`}>
              {t('key-use.all')}
            </th>
          )}
          <th scope="col" className={`${head} ps-4 text-start`}>
            {t('key-use.share')}
          </th>
        </tr>
      </thead>
      <tbody>
        {periods.map((window, index) => (
          <tr key={window.from} className="border-border border-t">
            <td className="py-1.5">
              {format.dateTime(window.from)}
              {index === 0 && <span className="text-muted"> · {t('key-use.now')}</span>}
            </td>
            <td className={number}>{window.own === undefined ? '–' : format.number(window.own)}</td>
            {hasOthers && <td className={number}>{format.number(window.calls)}</td>}
            <td className="w-1/3 py-1.5 ps-4">
              <Share limit={limit} window={window} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** What is counted where, so that nobody takes the numbers for the gateway's own. */
const Words = ({ consumer: { limit }, use: { keys, periods } }: Props) => {
  const t = useLazyTexts('key-use');
  const { t: common } = useTranslation();
  const format = useFormat();
  return (
    <div className="grid gap-1 text-table">
      {limit && (
        <p className="font-medium">
          {common(`consumers.limited.${limit.window}`, { calls: format.number(limit.calls) })}
        </p>
      )}
      {limit && <p>{limit.together ? t('key-use.together') : t('key-use.each', { keys: format.number(keys) })}</p>}
      {limit && <p>{t(limit.policy === 'local' ? 'key-use.local' : 'key-use.shared')}</p>}
      {periods.some(({ own }) => own === undefined) && <p>{t('key-use.older')}</p>}
    </div>
  );
};

/** How much of a key's limit was used in its current window and in those before. */
export const KeyUseDialog = ({
  consumer,
  open,
  onClose,
}: Readonly<{ consumer: ConsumerRow; open: boolean; onClose: () => void }>) => {
  const t = useLazyTexts('key-use');
  const { t: common } = useTranslation();
  const name = useKeyName()(consumer);
  const query = useQuery({ ...useOptions(consumer.id), enabled: open });
  return (
    <Dialog open={open} onOpenChange={(next) => next || onClose()}>
      <DialogContent className="max-w-[560px]">
        <DialogHead title={t('key-use.title', { name })} text={t('key-use.counted', { environment: consumer.env })} />
        <QueryView query={query} skeleton={<Skeleton className="late h-60 w-full" />}>
          {(use) => (
            <div className="grid gap-4">
              <Words consumer={consumer} use={use} />
              <Windows consumer={consumer} use={use} />
            </div>
          )}
        </QueryView>
        <DialogFooter>
          <DialogClose asChild>
            <Button>{common('common.close')}</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
};
