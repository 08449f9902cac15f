import { type AuditFilter, auditFilterBody } from '#domain/audit-filter/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { removeFilterCommand, saveFilterCommand } from './queries.ts';

type FormProps = Readonly<{ filter: AuditFilter; onClose: () => void }>;

const FilterForm = ({ filter, onClose }: FormProps) => {
  const t = useLazyTexts('audit');
  const { run, state } = useCommand(saveFilterCommand);
  const form = useZodForm(auditFilterBody, filter);
  const submit = form.handleSubmit(async (body) => {
    if (await run({ body }, { form })) onClose();
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('audit.filter-submit')}
      isLocked={state === 'sending'}
    >
      <TextField control={form.control} name="name" label={t('audit.filter-name')} autoComplete="off" required />
    </DialogForm>
  );
};

/** Asks, then deletes a filter. */
const DeleteFilter = ({ filter: { id, name }, onClose }: Readonly<{ filter: AuditFilter; onClose: () => void }>) => {
  const t = useLazyTexts('audit');
  const { run, state } = useCommand(removeFilterCommand);
  const confirm = async () => {
    await run({ parameters: { id } });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('audit.filter-delete', { name })}
      text={t('audit.filter-delete-text')}
      action={t('audit.filter-delete-action')}
      isPending={state === 'sending'}
      onConfirm={() => void confirm()}
    />
  );
};

/** Asks for the name of a filter. `id` 0: a new one. */
const NameFilter = ({ filter, onClose }: FormProps) => {
  const t = useLazyTexts('audit');
  const title = filter.id === 0 ? t('audit.filter-save') : t('audit.filter-rename', { name: filter.name });
  return (
    <FormDialog open onClose={onClose} title={title} text={t('audit.filter-text')}>
      <FilterForm filter={filter} onClose={onClose} />
    </FormDialog>
  );
};

/** The dialog that names a filter, or the one that deletes it. It is loaded when somebody opens it. */
export const FilterDialog = ({ deletes, ...props }: FormProps & Readonly<{ deletes: boolean }>) =>
  deletes ? <DeleteFilter {...props} /> : <NameFilter {...props} />;
