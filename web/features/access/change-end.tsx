import { type AccessGrantRow, changeAccessEndBody } from '#domain/access/schema.ts';
import { notice } from '../../api/notice.ts';
import { useCommand } from '../../api/use-command.ts';
import { DayField } from '../../components/form/day-field.tsx';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { changeEndCommand } from './shared/queries.ts';

type Props = Readonly<{ grant: AccessGrantRow; open: boolean; onClose: () => void }>;

const Form = ({ grant: { id, endsOn }, onClose }: Omit<Props, 'open'>) => {
  const t = useLazyTexts('review', 'errors');
  const command = useCommand(changeEndCommand);
  const form = useZodForm(changeAccessEndBody, { endsOn, seen: endsOn }, 'onSubmit');
  const submit = form.handleSubmit(async (body) => {
    if (!(await command.run({ parameters: { id }, body }, { form, onDecided: onClose }))) return;
    notice.success(t('review.end-changed'));
    onClose();
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('review.change-end-short')}
      isLocked={command.state === 'sending'}
    >
      <DayField control={form.control} name="endsOn" label={t('review.last-day')} help={t('review.last-day-help')} />
    </DialogForm>
  );
};

/** Gives a grant another last day, or none. */
export const ChangeEnd = ({ open, ...props }: Props) => {
  const t = useLazyTexts('review');
  const { apiName, organizationName } = props.grant;
  return (
    <FormDialog
      open={open}
      onClose={props.onClose}
      title={t('review.change-end')}
      text={t('review.change-end-text', { organization: organizationName, api: apiName })}
    >
      <Form {...props} />
    </FormDialog>
  );
};
