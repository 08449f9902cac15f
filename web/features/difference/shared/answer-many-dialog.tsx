import { answersForm } from '#domain/difference/schema.ts';
import { useCommand } from '../../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../../components/form/form-dialog.tsx';
import { TextAreaField } from '../../../components/form/text-area-field.tsx';
import { useManyNotice } from '../../../components/form/use-many-notice.ts';
import { useZodForm } from '../../../components/form/use-zod-form.ts';
import { FirstFew } from '../../../components/layout/first-few.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { answerManyCommand } from '../queries.ts';

type Props = Readonly<{
  answer: 'reapply' | 'ignore';
  /** @property seen what the reader sees of it. */
  differences: readonly Readonly<{ id: string; seen: string; name: string; details: readonly string[] }>[];
  onClose: () => void;
  /** @param left those that could not be answered so. */
  onDone: (left: readonly string[]) => void;
}>;

const Form = ({ answer, differences, onDone }: Omit<Props, 'onClose'>) => {
  const t = useLazyTexts('drift', 'review');
  const tell = useManyNotice();
  const asked = differences.map(({ id, seen }) => ({ id, seen }));
  const form = useZodForm(answersForm, { answer, reason: '', differences: asked }, 'onSubmit');
  const command = useCommand(answerManyCommand);
  const submit = form.handleSubmit(async (body) => {
    const done = await command.run({ body }, { form });
    if (!done) return;
    tell({
      text: t('drift.answered-count', { count: done.decided.length }),
      left: done.refused,
      leftText: (count) => t('drift.left-count', { count }),
    });
    onDone(done.refused.map(({ id }) => id));
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t(`drift.answer-${answer}`)}
      isLocked={command.state === 'sending'}
    >
      <FirstFew things={differences} more={(count) => t('review.has-more', { count })} />
      <TextAreaField
        control={form.control}
        name="reason"
        label={t('drift.reason')}
        help={t('drift.reason-help')}
        maximum={500}
        rows={3}
        required
      />
    </DialogForm>
  );
};

/** Answers many differences alike with one reason. */
export const AnswerManyDialog = ({ onClose, ...form }: Props) => {
  const t = useLazyTexts('drift', 'review');
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(`drift.title-${form.answer}`)}
      text={t(form.answer === 'ignore' ? 'drift.text-ignore-many' : 'drift.text-reapply-many')}
    >
      <Form {...form} />
    </FormDialog>
  );
};
