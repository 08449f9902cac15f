import { useQuery } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { handOverBody } from '#domain/desk-case/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { Button } from '../../components/ui/button.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { deskPeopleOptions, handOverCommand } from './desk-queries.ts';

/** What is handed over: an operation, those that are chosen, or a whole cause. */
type What = Readonly<{ operationIds: string[]; causes: string[] }>;
type Props = Readonly<{ what: What; onDone: () => void }>;

const formSchema = z.pick(handOverBody, { to: true, note: true });

const HandOverForm = ({ what, onDone }: Props) => {
  const t = useLazyTexts('desk');
  const errorText = useErrorText();
  const [operationId] = what.operationIds;
  const people = useQuery(deskPeopleOptions(what.operationIds.length === 1 ? operationId : undefined));
  const form = useZodForm(formSchema, { note: '' }, 'onSubmit');
  const command = useCommand(handOverCommand);
  const [refused, setRefused] = useState<{ code: string }>();
  const submit = form.handleSubmit(async (asked) => {
    const done = await command.run({ body: { ...what, ...asked } }, { form });
    if (!done) return;
    const [first] = done.refused;
    setRefused(first);
    if (!first) onDone();
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('desk.hand-over')}
      isLocked={command.state === 'sending' || !people.data}
    >
      <SelectField
        control={form.control}
        name="to"
        label={t('desk.hand-over-to')}
        required
        options={(people.data?.people ?? []).map(({ id, name, isOwner }) => ({
          value: id,
          label: isOwner ? t('desk.owner-of-it', { name }) : name,
        }))}
      />
      <TextAreaField
        control={form.control}
        name="note"
        label={t('desk.hand-over-note')}
        help={t('operations.replay.reason-help')}
        required
        maximum={500}
        rows={3}
      />
      {refused && (
        <p role="alert" className="text-danger text-table">
          {errorText(refused)}
        </p>
      )}
    </DialogForm>
  );
};

/** Gives operations or a cause of the desk to somebody, with a note. */
export const HandOver = ({ what }: Pick<Props, 'what'>) => {
  const t = useLazyTexts('desk');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <UserCheck />
        {t('desk.hand-over')}
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('desk.hand-over')}
        text={t('desk.hand-over-text')}
      >
        <HandOverForm what={what} onDone={() => setOpen(false)} />
      </FormDialog>
    </>
  );
};
