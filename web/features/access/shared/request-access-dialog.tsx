import { useTranslation } from 'react-i18next';
import { accessTextLimit, requestAccessBody } from '#domain/access/schema.ts';
import { useUser } from '../../../api/session.tsx';
import { useCommand } from '../../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../../components/form/form-dialog.tsx';
import { TextAreaField } from '../../../components/form/text-area-field.tsx';
import { useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useZodForm } from '../../../components/form/use-zod-form.ts';
import { type Product, requestAccessCommand } from './queries.ts';

type Props = Readonly<{ product: Product; onClose: () => void }>;

const RequestForm = ({ product: { type, id }, onClose }: Props) => {
  const { t } = useTranslation();
  const { organizationId } = useUser();
  const form = useZodForm(requestAccessBody, { organizationId, type, productId: id, reason: '' }, 'onSubmit');
  const forgetDraft = useFormDraft(form, type === 'api' ? `request-access-${id}` : `request-access-${type}-${id}`);
  const command = useCommand(requestAccessCommand(type));
  const submit = form.handleSubmit(async (body) => {
    if (!(await command.run({ body }, { form }))) return;
    forgetDraft();
    onClose();
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('access.request')}
      isLocked={form.formState.isSubmitting}
    >
      <TextAreaField
        name="reason"
        control={form.control}
        label={t('access.reason')}
        help={t('access.reason-help')}
        maximum={accessTextLimit}
        rows={4}
      />
    </DialogForm>
  );
};

/** Requests access to an API or event category with a reason, which the reviewer reads. */
export const RequestAccessDialog = ({ open, ...props }: Props & { open: boolean }) => {
  const { t } = useTranslation();
  const { organizationName } = useUser();
  const { type, name } = props.product;
  const text = type === 'api' ? 'access.request-text' : 'event-categories.request-text';
  return (
    <FormDialog
      open={open}
      onClose={props.onClose}
      title={t('access.request-title', { api: name })}
      text={t(text, { organization: organizationName })}
    >
      <RequestForm {...props} />
    </FormDialog>
  );
};
