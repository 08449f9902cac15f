import { useLocation } from 'wouter';
import { startReviewBody } from '#domain/review-round/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DayField } from '../../components/form/day-field.tsx';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { startCommand } from './queries.ts';
import { reviewAddress } from './shared/address.ts';

/** Days that people have, unless the auditor chooses another day. */
const usualDays = 30;

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const StartForm = () => {
  const t = useLazyTexts('review-rounds');
  const [, navigate] = useLocation();
  const { run, state } = useCommand(startCommand);
  const form = useZodForm(startReviewBody, { dueOn: dayIn(usualDays) });
  const submit = form.handleSubmit(async (body) => {
    const started = await run({ body }, { form });
    if (started) navigate(reviewAddress(started.id));
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('review-rounds.start')}
      isLocked={state === 'sending'}
    >
      <DayField
        control={form.control}
        name="dueOn"
        label={t('review-rounds.due-on')}
        help={t('review-rounds.due-on-help')}
        min={dayIn(0)}
        required
      />
    </DialogForm>
  );
};

/** Asks until when a new review is to be decided, and starts it. */
export const StartReview = ({ onClose }: Readonly<{ onClose: () => void }>) => {
  const t = useLazyTexts('review-rounds');
  return (
    <FormDialog open onClose={onClose} title={t('review-rounds.start')} text={t('review-rounds.start-text')}>
      <StartForm />
    </FormDialog>
  );
};
