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

const Windows = ({ consumer: { limit }, use: { periods } }: Props) => {
  const t = useLazyTexts('key-use');
  const format = useFormat();
  const head = 'py-1.5 text-start font-medium text-muted';
  return (
    <table className="w-full border-collapse text-table">
      <thead>
        <tr>
          <th scope="col" className={head}>
            {t('key-use.from')}
          </th>
          <th scope="col" className={`${head} text-end`}>
            {t('key-use.calls')}
          </th>
          <th scope="col" className={`${head} ps-4`}>
            {t('key-use.share')}
          </th>
        </tr>
      </thead>
      <tbody>
        {periods.map(({ from, calls }, index) => (
          <tr key={from} className="border-border border-t">
            <td className="py-1.5">
              {format.dateTime(from)}
              {index === 0 && <span className="text-muted"> · {t('key-use.now')}</span>}
            </td>
            <td className="py-1.5 text-end tabular-nums">{format.number(calls)}</td>
            <td className="w-2/5 py-1.5 ps-4">
              {limit ? (
                <span className="grid gap-1">
                  <span className="tabular-nums">{format.percent(calls / limit.calls)}</span>
                  <Progress aria-hidden value={Math.min(100, (calls / limit.calls) * 100)} />
                </span>
              ) : (
                <span className="text-muted">{t('key-use.none')}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** What is counted where, so that nobody takes the numbers for the gateway's own. */
const Words = ({ consumer: { limit }, use: { keys } }: Props) => {
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
