import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OperationRow, replayBody } from '#domain/operation/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { Button } from '../../components/ui/button.tsx';
import { replayCommand } from './queries.ts';
import { ReplayPreview } from './replay-preview.tsx';
import { ReplayReason } from './replay-reason.tsx';

const ReplayForm = ({ operation, onDone }: { operation: OperationRow; onDone: () => void }) => {
  const { t } = useTranslation();
  const form = useZodForm(replayBody, { reason: '' }, 'onSubmit');
  const command = useCommand(replayCommand(operation.id));
  const isProd = operation.environment === 'PROD';
  const submit = form.handleSubmit(async (body) => {
    if (await command.run({ parameters: { id: operation.id }, body }, { form })) onDone();
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={isProd ? t('operations.replay.submit-prod') : t('operations.replay.submit')}
      isLocked={command.state === 'sending'}
    >
      <ReplayPreview operationId={operation.id} />
      <ReplayReason control={form.control} />
    </DialogForm>
  );
};

/** Lets support replay an operation that failed or waits, with a reason for the record. */
export const ReplayDialog = ({ operation }: { operation: OperationRow }) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <RotateCcw />
        {t('operations.replay.action')}
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('operations.replay.title')}
        text={operation.environment === 'PROD' ? t('operations.replay.text-prod') : t('operations.replay.text')}
      >
        <ReplayForm operation={operation} onDone={() => setOpen(false)} />
      </FormDialog>
    </>
  );
};
