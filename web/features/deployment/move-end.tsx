import { useState } from 'react';
import { type MoveEnd, type MoveView, planMoveEndBody } from '#domain/deployment/move.ts';
import { notice } from '../../api/notice.ts';
import { useCommand } from '../../api/use-command.ts';
import { DayField } from '../../components/form/day-field.tsx';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { NumberField } from '../../components/form/number-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { Button } from '../../components/ui/button.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { planMoveEndCommand } from './shared/move-queries.ts';

type Props = Readonly<{ deploymentId: number; end: MoveEnd | null }>;
type Shown = Props & Pick<MoveView, 'isHeard'> & Readonly<{ mayEnd: boolean }>;

const Form = ({ deploymentId, end, onClose }: Props & Readonly<{ onClose: () => void }>) => {
  const t = useLazyTexts('moving', 'errors');
  const command = useCommand(planMoveEndCommand);
  const { endsOn = null, quietDays = null } = end ?? {};
  const form = useZodForm(planMoveEndBody, { endsOn, quietDays, seen: end }, 'onSubmit');
  const submit = form.handleSubmit(async (body) => {
    if (!(await command.run({ parameters: { id: deploymentId }, body }, { form, onDecided: onClose }))) return;
    notice.success(t('moving.end-planned'));
    onClose();
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('moving.end-save')}
      isLocked={command.state === 'sending'}
    >
      <DayField control={form.control} name="endsOn" label={t('moving.end-day')} help={t('moving.end-day-help')} />
      <NumberField
        control={form.control}
        name="quietDays"
        label={t('moving.end-quiet')}
        help={t('moving.end-quiet-help')}
        nullable
      />
    </DialogForm>
  );
};

const useSentence = (end: MoveEnd | null): string => {
  const t = useLazyTexts('moving');
  const format = useFormat();
  if (end?.endsOn) return t('moving.ends-day', { day: format.day(end.endsOn) });
  return end?.quietDays ? t('moving.ends-quiet', { count: end.quietDays }) : t('moving.ends-by-hand');
};

/** Says when the deployment that moves ends by itself, and changes it for whoever may end it. */
export const MoveEndPlan = ({ mayEnd, isHeard, ...props }: Shown) => {
  const t = useLazyTexts('moving');
  const sentence = useSentence(props.end);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <p>{sentence}</p>
      {!isHeard && <p role="status">{t('moving.ends-unheard')}</p>}
      {mayEnd && (
        <Button variant="link" className="text-table" onClick={() => setOpen(true)}>
          {t('moving.end-change')}
        </Button>
      )}
      <FormDialog open={open} onClose={close} title={t('moving.end-change')} text={t('moving.end-change-text')}>
        <Form {...props} onClose={close} />
      </FormDialog>
    </div>
  );
};
