import { Bell, BellOff } from 'lucide-react';
import { useState } from 'react';
import { mutedDays } from '#domain/desk-case/limits.ts';
import { muteForm } from '#domain/desk-case/schema.ts';
import type { CauseRow } from '#domain/operation/desk.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { muteCommand, unmuteCommand } from './desk-queries.ts';
import { ReplayReason } from './replay-reason.tsx';

type Props = Readonly<{ cause: CauseRow }>;

const MuteForm = ({ cause, onDone }: Props & { onDone: () => void }) => {
  const t = useLazyTexts('desk');
  const form = useZodForm(muteForm, { days: 3, reason: '' }, 'onSubmit');
  const command = useCommand(muteCommand);
  const submit = form.handleSubmit(async (asked) => {
    if (await command.run({ body: { causes: [cause.id], ...asked } }, { form })) onDone();
  });
  return (
    <DialogForm onSubmit={(event) => void submit(event)} action={t('desk.mute')} isLocked={command.state === 'sending'}>
      {cause.removals > 0 && (
        <p role="status" className="text-table">
          {t('desk.mute-removals', { number: cause.removals })}
        </p>
      )}
      <SelectField
        control={form.control}
        name="days"
        label={t('desk.mute-for')}
        required
        options={mutedDays.map((number) => ({ value: number, label: t('desk.mute-days', { number }) }))}
      />
      <ReplayReason control={form.control as never} />
    </DialogForm>
  );
};

/** Takes a cause off the desk for some days, or shows it again. */
export const Mute = ({ cause }: Props) => {
  const t = useLazyTexts('desk');
  const [open, setOpen] = useState(false);
  const { run, state } = useCommand(unmuteCommand);
  return (
    <>
      {cause.muted ? (
        <Button disabled={state === 'sending'} onClick={() => void run({ body: { causes: [cause.id] } })}>
          <Bell />
          {t('desk.unmute')}
        </Button>
      ) : (
        <Button onClick={() => setOpen(true)}>
          <BellOff />
          {t('desk.mute')}
        </Button>
      )}
      <FormDialog open={open} onClose={() => setOpen(false)} title={t('desk.mute-title')} text={t('desk.mute-text')}>
        <MuteForm cause={cause} onDone={() => setOpen(false)} />
      </FormDialog>
    </>
  );
};
