import { useCommand } from '../../../api/use-command.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { useManyNotice } from '../../../components/form/use-many-notice.ts';
import { FirstFew } from '../../../components/layout/first-few.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { DialogFooter } from '../../../components/ui/dialog.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { denyManyCommand } from '../deletion-queries.ts';

type Props = Readonly<{
  requests: readonly Readonly<{ id: number; name: string; details: readonly string[] }>[];
  onClose: () => void;
  /** @param left requests that could not be denied. */
  onDone: (left: readonly number[]) => void;
}>;

/** Denies many requests to delete organizations. */
export const DenyManyDialog = ({ requests, onClose, onDone }: Props) => {
  const t = useLazyTexts('organizations', 'review');
  const tell = useManyNotice();
  const command = useCommand(denyManyCommand);
  const count = requests.length;
  const deny = async () => {
    const done = await command.run({ body: { requestIds: requests.map(({ id }) => id) } });
    if (!done) return;
    tell({
      text: t('review.denied-count', { count: done.decided.length }),
      left: done.refused,
      leftText: (left) => t('review.left-count', { count: left }),
    });
    onDone(done.refused.map(({ id }) => Number(id)));
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('review.deny-count', { count })}
      text={t('organizations.deny-many-text')}
    >
      <FirstFew things={requests} more={(more) => t('review.has-more', { count: more })} />
      <DialogFooter>
        <Button variant="primary" disabled={command.state === 'sending'} onClick={() => void deny()}>
          {t('review.deny-count', { count })}
        </Button>
      </DialogFooter>
    </FormDialog>
  );
};
