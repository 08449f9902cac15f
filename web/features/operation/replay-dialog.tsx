import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OperationRow, replayBody } from '#domain/operation/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { Button } from '../../components/ui/button.tsx';
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
  DialogTrigger,
} from '../../components/ui/dialog.tsx';
import { replayCommand } from './queries.ts';

const ReplayForm = ({ operation, onDone }: { operation: OperationRow; onDone: () => void }) => {
  const { t } = useTranslation();
  const form = useZodForm(replayBody, { reason: '' }, 'onSubmit');
  const command = useCommand(replayCommand(operation.id));
  const isProd = operation.environment === 'PROD';
  const submit = form.handleSubmit(async (body) => {
    if (await command.run(body, { form })) onDone();
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextAreaField
        name="reason"
        control={form.control}
        label={t('operations.replay.reason')}
        help={t('operations.replay.reason-help')}
        required
        maximum={500}
        rows={3}
      />
      <DialogFooter>
        <DialogClose asChild>
          <Button>{t('common.cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={command.state === 'sending'}>
          {isProd ? t('operations.replay.submit-prod') : t('operations.replay.submit')}
        </Button>
      </DialogFooter>
    </form>
  );
};

/** Support's way to start again what failed or waits: with a reason, for the record. */
export const ReplayDialog = ({ operation }: { operation: OperationRow }) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="primary">
          <RotateCcw />
          {t('operations.replay.action')}
        </Button>
      </DialogTrigger>
      <DialogContent>
        <div className="grid gap-1.5">
          <DialogTitle>{t('operations.replay.title')}</DialogTitle>
          <DialogDescription>
            {operation.environment === 'PROD' ? t('operations.replay.text-prod') : t('operations.replay.text')}
          </DialogDescription>
        </div>
        <ReplayForm operation={operation} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
};
