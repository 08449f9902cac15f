import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelBody, type OperationRow } from '#domain/operation/schema.ts';
import { kindOf } from '#domain/operation-kinds/operation-kinds.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { Button } from '../../components/ui/button.tsx';
import { DialogClose, DialogFooter } from '../../components/ui/dialog.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { cancelCommand } from './queries.ts';
import { ReplayReason } from './replay-reason.tsx';

type Props = Readonly<{ operation: OperationRow; onDone: () => void }>;

/** What would change now: nothing that is in force. */
const Preview = ({ operation: { attempt, kind } }: Pick<Props, 'operation'>) => {
  const { t } = useTranslation();
  return (
    <section aria-label={t('operations.cancel.preview')} className="grid gap-1 text-table">
      <h3 className="font-semibold text-sm">{t('operations.cancel.preview')}</h3>
      <p>{t('operations.cancel.preview-text')}</p>
      {attempt > 0 && kindOf(kind).at && <p className="text-muted">{t('operations.cancel.preview-look')}</p>}
    </section>
  );
};

const CancelForm = ({ operation, onDone }: Props) => {
  const { t } = useTranslation();
  const form = useZodForm(cancelBody, { reason: '' }, 'onSubmit');
  const command = useCommand(cancelCommand(operation.id));
  const submit = form.handleSubmit(async (body) => {
    if (await command.run({ parameters: { id: operation.id }, body }, { form })) onDone();
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('operations.cancel.submit')}
      leave={t('operations.cancel.leave')}
      isLocked={command.state === 'sending'}
    >
      <Preview operation={operation} />
      <ReplayReason control={form.control} />
    </DialogForm>
  );
};

/** Says why it can't be cancelled, instead of a form that would be refused. */
const Refused = ({ problem }: Readonly<{ problem: NonNullable<OperationRow['notCancellable']> }>) => {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <>
      <p role="status" className="text-table">
        {errorText(problem)}
      </p>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="primary">{t('common.close')}</Button>
        </DialogClose>
      </DialogFooter>
    </>
  );
};

/** Lets support give up an operation of which nothing is in force, with a reason. Of others it says why not. */
export const CancelDialog = ({ operation }: Pick<Props, 'operation'>) => {
  const t = useLazyTexts('operations');
  const [open, setOpen] = useState(false);
  const { notCancellable } = operation;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Ban />
        {t('operations.cancel.action')}
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('operations.cancel.title')}
        text={notCancellable ? '' : t('operations.cancel.text')}
      >
        {notCancellable ? (
          <Refused problem={notCancellable} />
        ) : (
          <CancelForm operation={operation} onDone={() => setOpen(false)} />
        )}
      </FormDialog>
    </>
  );
};
