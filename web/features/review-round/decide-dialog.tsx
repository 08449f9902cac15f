import { reviewReasonLimit } from '#domain/review-round/limits.ts';
import { decideLinesBody, type ReviewLineRow } from '#domain/review-round/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useManyNotice } from '../../components/form/use-many-notice.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { FirstFew } from '../../components/layout/first-few.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { detailOf } from './line-columns.tsx';
import { decideCommand } from './queries.ts';

type Props = Readonly<{
  roundId: number;
  verdict: 'kept' | 'revoked';
  lines: readonly ReviewLineRow[];
  onClose: () => void;
  /** @param left lines that could not be decided so. */
  onDone: (left: readonly number[]) => void;
}>;

const DecideForm = ({ roundId, verdict, lines, onDone }: Omit<Props, 'onClose'>) => {
  const t = useLazyTexts('review-rounds');
  const tell = useManyNotice();
  const form = useZodForm(decideLinesBody, { lines: lines.map(({ line }) => line), verdict, reason: '' }, 'onSubmit');
  const { run, state } = useCommand(decideCommand);
  const submit = form.handleSubmit(async (body) => {
    const done = await run({ parameters: { id: roundId }, body }, { form });
    if (!done) return;
    const { decided, left, closed } = done;
    tell({
      text: t(verdict === 'kept' ? 'review-rounds.kept-count' : 'review-rounds.revoked-count', {
        count: decided.length,
      }),
      left,
      leftText: (count) => t('review-rounds.left-count', { count }),
      ...(closed && { more: t('review-rounds.all-decided') }),
    });
    onDone(left.map(({ line }) => line));
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t(verdict === 'kept' ? 'review-rounds.keep-count' : 'review-rounds.revoke-count', {
        count: lines.length,
      })}
      isLocked={state === 'sending'}
    >
      <FirstFew
        things={lines.map((line) => ({
          id: line.id,
          name: line.name,
          details: [detailOf(t, line), line.organizationName],
        }))}
        more={(count) => t('review-rounds.has-more', { count })}
      />
      <TextAreaField
        control={form.control}
        name="reason"
        label={t('review-rounds.reason')}
        help={t('review-rounds.reason-help')}
        maximum={reviewReasonLimit}
        rows={3}
        required
      />
    </DialogForm>
  );
};

/** Keeps or revokes lines with one reason. */
export const DecideDialog = ({ onClose, ...form }: Props) => {
  const t = useLazyTexts('review-rounds');
  const count = form.lines.length;
  const isKept = form.verdict === 'kept';
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(isKept ? 'review-rounds.keep-count' : 'review-rounds.revoke-count', { count })}
      text={t(isKept ? 'review-rounds.keep-text' : 'review-rounds.revoke-text')}
    >
      <DecideForm {...form} />
    </FormDialog>
  );
};
