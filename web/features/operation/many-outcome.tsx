import { Link } from 'wouter';
import type { OperationRow } from '#domain/operation/schema.ts';
import { Button } from '../../components/ui/button.tsx';
import { DialogClose, DialogFooter } from '../../components/ui/dialog.tsx';
import { Progress } from '../../components/ui/progress.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { approvalAddress } from '../approval/shared/address.ts';
import { OperationTitle } from './operation-title.tsx';
import type { Many } from './use-many.ts';

const words = {
  replay: { progress: 'desk.many-progress', refused: 'desk.many-refused' },
  cancel: { progress: 'desk.cancel-progress', refused: 'desk.cancel-refused' },
} as const;

type Props = Readonly<{
  operations: readonly OperationRow[];
  many: Many;
  doing: keyof typeof words;
}>;

/** How far it is, what was refused and why, and what waits for a second person. */
export const ManyOutcome = ({ operations, many, doing }: Props) => {
  const t = useLazyTexts('desk');
  const errorText = useErrorText();
  const approvals = useLazyTexts('approvals');
  const { state, done, refused, asked } = many.progress;
  const total = operations.length;
  const waiting = asked.reduce((sum, { operationIds }) => sum + operationIds.length, 0);
  return (
    <div className="grid gap-3 text-table">
      <p role="status">{t(words[doing].progress, { done, total })}</p>
      <Progress
        value={((done + refused.length + waiting) / total) * 100}
        aria-label={t(words[doing].progress, { done, total })}
      />
      {state === 'stopped' && <p>{t('desk.many-stopped')}</p>}
      {asked.map(({ approvalId, environment, operationIds: { length: count } }) => (
        <p key={approvalId}>
          <Link href={approvalAddress(approvalId)} className="text-accent hover:underline">
            {approvals('approvals.title-replay', { environment, count })}
          </Link>
          {' · '}
          {approvals('approvals.state.waiting')}
        </p>
      ))}
      {refused.length > 0 && (
        <section className="grid gap-1">
          <h3 className="font-medium">{t(words[doing].refused, { number: refused.length })}</h3>
          <ul className="grid max-h-60 gap-1 overflow-y-auto">
            {refused.map(({ id, ...problem }) => {
              const operation = operations.find((each) => each.id === id);
              return (
                <li key={id} className="[overflow-wrap:anywhere]">
                  {operation && <OperationTitle operation={operation} className="text-xs" />} {errorText(problem)}
                </li>
              );
            })}
          </ul>
        </section>
      )}
      <DialogFooter>
        {state === 'running' ? (
          <Button onClick={many.stop}>{t('desk.stop')}</Button>
        ) : (
          <DialogClose asChild>
            <Button variant="primary">{t('common.close')}</Button>
          </DialogClose>
        )}
      </DialogFooter>
    </div>
  );
};
