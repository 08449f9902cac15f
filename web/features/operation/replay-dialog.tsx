import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { type OperationRow, replayBody } from '#domain/operation/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { approvalAddress } from '../approval/shared/address.ts';
import { replayCommand } from './queries.ts';
import { ReplayPreview } from './replay-preview.tsx';
import { ReplayReason } from './replay-reason.tsx';
import { useReplaysByTwo } from './use-replays-by-two.ts';

const ReplayForm = ({ operation, onDone }: { operation: OperationRow; onDone: () => void }) => {
  const { t } = useTranslation();
  const words = useLazyTexts('approvals');
  const form = useZodForm(replayBody, { reason: '' }, 'onSubmit');
  const command = useCommand(replayCommand(operation.id));
  const [, navigate] = useLocation();
  const isProd = operation.environment === 'PROD';
  const [asksIn] = useReplaysByTwo([operation]);
  const submit = form.handleSubmit(async (body) => {
    const done = await command.run({ parameters: { id: operation.id }, body }, { form });
    if (!done) return;
    onDone();
    if (done.approvalId !== undefined) navigate(approvalAddress(done.approvalId));
  });
  const action = isProd ? t('operations.replay.submit-prod') : t('operations.replay.submit');
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={asksIn ? words('approvals.ask', { environment: asksIn }) : action}
      isLocked={command.state === 'sending'}
    >
      <ReplayPreview operationId={operation.id} />
      <ReplayReason control={form.control} />
      {asksIn && <p className="text-muted text-table">{words('approvals.ask-hint')}</p>}
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
