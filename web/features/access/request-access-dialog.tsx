import { useTranslation } from 'react-i18next';
import { accessTextLimit, requestAccessBody } from '#domain/access/schema.ts';
import type { ApiDetail } from '#domain/api/schema.ts';
import { useUser } from '../../api/session.tsx';
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
} from '../../components/ui/dialog.tsx';
import { requestAccessCommand } from './queries.ts';

type Props = Readonly<{ api: ApiDetail; onClose: () => void }>;

const RequestForm = ({ api, onClose }: Props) => {
  const { t } = useTranslation();
  const { organizationId } = useUser();
  const form = useZodForm(requestAccessBody, { organizationId, productId: api.id, reason: '' }, 'onSubmit');
  const command = useCommand(requestAccessCommand);
  const submit = form.handleSubmit(async (body) => {
    if (await command.run(body, { form })) onClose();
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextAreaField
        name="reason"
        control={form.control}
        label={t('access.reason')}
        help={t('access.reason-help')}
        maximum={accessTextLimit}
        rows={4}
      />
      <DialogFooter>
        <DialogClose asChild>
          <Button>{t('common.cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={form.formState.isSubmitting}>
          {t('access.request')}
        </Button>
      </DialogFooter>
    </form>
  );
};

/** Asks for access to an API, with a reason that whoever decides reads. */
export const RequestAccessDialog = ({ open, ...props }: Props & { open: boolean }) => {
  const { t } = useTranslation();
  const { organizationName } = useUser();
  const { name } = props.api;
  return (
    <Dialog open={open} onOpenChange={(next) => next || props.onClose()}>
      <DialogContent>
        <div className="grid gap-1.5">
          <DialogTitle>{t('access.request-title', { api: name })}</DialogTitle>
          <DialogDescription>{t('access.request-text', { organization: organizationName })}</DialogDescription>
        </div>
        <RequestForm {...props} />
      </DialogContent>
    </Dialog>
  );
};
