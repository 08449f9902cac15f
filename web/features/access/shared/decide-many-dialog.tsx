import { useTranslation } from 'react-i18next';
import { accessTextLimit, approveManyAccessBody } from '#domain/access/schema.ts';
import { useCommand } from '../../../api/use-command.ts';
import { DayField } from '../../../components/form/day-field.tsx';
import { DialogForm, FormDialog } from '../../../components/form/form-dialog.tsx';
import { TextAreaField } from '../../../components/form/text-area-field.tsx';
import { useManyNotice } from '../../../components/form/use-many-notice.ts';
import { useZodForm } from '../../../components/form/use-zod-form.ts';
import { FirstFew } from '../../../components/layout/first-few.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { approveManyCommand, denyManyCommand } from './queries.ts';

type Verb = 'approve' | 'deny';
type Props = Readonly<{
  verb: Verb;
  requests: readonly Readonly<{ id: number; subject: string; organization: string }>[];
  onClose: () => void;
  /** @param left requests that could not be decided so. */
  onDone: (left: readonly number[]) => void;
}>;

const DecideManyForm = ({ verb, requests, onDone }: Omit<Props, 'onClose'>) => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('review');
  const tell = useManyNotice();
  const form = useZodForm(
    approveManyAccessBody,
    { apiAccessRequestIds: requests.map(({ id }) => id), note: '', endsOn: null },
    'onSubmit',
  );
  const approve = useCommand(approveManyCommand);
  const deny = useCommand(denyManyCommand);
  const submit = form.handleSubmit(async ({ endsOn, ...body }) => {
    const done = await (verb === 'approve'
      ? approve.run({ body: { ...body, endsOn } }, { form })
      : deny.run({ body }, { form }));
    if (!done) return;
    const { decided, left } = done;
    tell({
      text: t(verb === 'approve' ? 'review.approved-count' : 'review.denied-count', { count: decided.length }),
      left,
      leftText: (count) => t('review.left-count', { count }),
    });
    onDone(left.map(({ id }) => id));
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t(verb === 'approve' ? 'review.approve-count' : 'review.deny-count', { count: requests.length })}
      isLocked={approve.state === 'sending' || deny.state === 'sending'}
    >
      <FirstFew
        things={requests.map(({ id, subject, organization }) => ({ id, name: subject, details: [organization] }))}
        more={(count) => t('review.has-more', { count })}
      />
      <TextAreaField
        control={form.control}
        name="note"
        label={words('access.note')}
        help={t('review.note-help-many')}
        maximum={accessTextLimit}
        rows={3}
      />
      {verb === 'approve' && (
        <DayField control={form.control} name="endsOn" label={t('review.last-day')} help={t('review.last-day-help')} />
      )}
    </DialogForm>
  );
};

/** Approves or denies many requests for access with one note. */
export const DecideManyDialog = ({ onClose, ...form }: Props) => {
  const t = useLazyTexts('review');
  const count = form.requests.length;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(form.verb === 'approve' ? 'review.approve-count' : 'review.deny-count', { count })}
      text={t(form.verb === 'approve' ? 'review.text-approve-many' : 'review.text-deny-many')}
    >
      <DecideManyForm {...form} />
    </FormDialog>
  );
};
