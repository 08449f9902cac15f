import { useTranslation } from 'react-i18next';
import { type DecisionRow, type ServicesDecided, skipForm } from '#domain/take-over/decisions.ts';
import { skipReasonLimit } from '#domain/take-over/skip-reason.ts';
import { notice } from '../../api/notice.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { skipCommand } from './queries.ts';

type Props = Readonly<{
  gatewayId: number;
  services: readonly DecisionRow[];
  open: boolean;
  onClose: () => void;
  onDone: (done: ServicesDecided) => void;
}>;

const SkipForm = ({ gatewayId, services, onDone }: Omit<Props, 'open' | 'onClose'>) => {
  const { t: common } = useTranslation();
  const t = useLazyTexts('take-overs');
  const command = useCommand(skipCommand);
  const form = useZodForm(skipForm, { gatewayId, serviceIds: services.map(({ id }) => id), reason: '' }, 'onSubmit');
  const submit = form.handleSubmit(async (body) => {
    const done = await command.run({ body }, { form });
    if (!done) return;
    if (done.decided.length > 0) notice.success(t('take-overs.skipped', { count: done.decided.length }));
    onDone(done);
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('take-overs.skip-count', { count: services.length })}
      isLocked={command.state === 'sending'}
    >
      <TextAreaField
        control={form.control}
        name="reason"
        label={common('access.reason')}
        help={t('take-overs.reason-help')}
        maximum={skipReasonLimit}
        rows={3}
        required
      />
    </DialogForm>
  );
};

/** Leaves services outside the portal, with one reason. */
export const SkipDialog = ({ open, onClose, ...form }: Props) => {
  const t = useLazyTexts('take-overs');
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('take-overs.skip-count', { count: form.services.length })}
      text={t('take-overs.skip-text')}
    >
      <SkipForm {...form} />
    </FormDialog>
  );
};
