import { reviewReasonLimit } from '#domain/review-round/limits.ts';
import { decideLinesBody, type ReviewLineRow } from '#domain/review-round/schema.ts';
import { notice } from '../../api/notice.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
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

/** So many lines are named. */
const named = 5;

const DecideForm = ({ roundId, verdict, lines, onDone }: Omit<Props, 'onClose'>) => {
  const t = useLazyTexts('review-rounds', 'errors');
  const errorText = useErrorText();
  const form = useZodForm(decideLinesBody, { lines: lines.map(({ line }) => line), verdict, reason: '' }, 'onSubmit');
  const { run, state } = useCommand(decideCommand);
  const submit = form.handleSubmit(async (body) => {
    const done = await run({ parameters: { id: roundId }, body }, { form });
    if (!done) return;
    const { decided, left, closed } = done;
    const text = t(verdict === 'kept' ? 'review-rounds.kept-count' : 'review-rounds.revoked-count', {
      count: decided.length,
    });
    if (left.length > 0) {
      // Each reason once, however many lines it keeps.
      const reasons = [...new Set(left.map(({ code }) => errorText({ code })))];
      notice.warning(text, {
        persistent: true,
        description: [t('review-rounds.left-count', { count: left.length }), ...reasons].join(' '),
      });
    } else notice.success(text, closed ? { description: t('review-rounds.all-decided') } : undefined);
    onDone(left.map(({ line }) => line));
  });
  const more = lines.length - named;
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t(verdict === 'kept' ? 'review-rounds.keep-count' : 'review-rounds.revoke-count', {
        count: lines.length,
      })}
      isLocked={state === 'sending'}
    >
      <ul className="grid gap-1 rounded-card border border-border px-3 py-2 text-table">
        {lines.slice(0, named).map((line) => (
          <li key={line.id} className="[overflow-wrap:anywhere]">
            <bdi>{[line.name, detailOf(t, line)].filter(Boolean).join(' · ')}</bdi>
            <span className="text-muted">
              {' · '}
              <bdi>{line.organizationName}</bdi>
            </span>
          </li>
        ))}
        {more > 0 && <li className="text-muted">{t('review-rounds.has-more', { count: more })}</li>}
      </ul>
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
