import { useTranslation } from 'react-i18next';
import { accessTextLimit, approveManyAccessBody } from '#domain/access/schema.ts';
import { notice } from '../../../api/notice.ts';
import { useCommand } from '../../../api/use-command.ts';
import { DayField } from '../../../components/form/day-field.tsx';
import { DialogForm, FormDialog } from '../../../components/form/form-dialog.tsx';
import { TextAreaField } from '../../../components/form/text-area-field.tsx';
import { useZodForm } from '../../../components/form/use-zod-form.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
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

/** So many requests are named. */
const named = 5;

const DecideManyForm = ({ verb, requests, onDone }: Omit<Props, 'onClose'>) => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('review', 'errors');
  const errorText = useErrorText();
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
    const text = t(verb === 'approve' ? 'review.approved-count' : 'review.denied-count', { count: decided.length });
    if (left.length === 0) notice.success(text);
    else {
      // Each reason once, however many requests it keeps.
      const reasons = [...new Set(left.map(({ code }) => errorText({ code })))];
      notice.warning(text, {
        persistent: true,
        description: [t('review.left-count', { count: left.length }), ...reasons].join(' '),
      });
    }
    onDone(left.map(({ id }) => id));
  });
  const more = requests.length - named;
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t(verb === 'approve' ? 'review.approve-count' : 'review.deny-count', { count: requests.length })}
      isLocked={approve.state === 'sending' || deny.state === 'sending'}
    >
      <ul className="grid gap-1 rounded-card border border-border px-3 py-2 text-table">
        {requests.slice(0, named).map(({ id, subject, organization }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <bdi>{subject}</bdi>
            <span className="text-muted">
              {' · '}
              <bdi>{organization}</bdi>
            </span>
          </li>
        ))}
        {more > 0 && <li className="text-muted">{t('review.has-more', { count: more })}</li>}
      </ul>
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
