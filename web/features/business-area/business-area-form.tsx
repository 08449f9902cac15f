import { businessAreaDescriptionLimit } from '#domain/business-area/limits.ts';
import type { BusinessAreaRow } from '#domain/business-area/row.ts';
import { businessAreaBody } from '#domain/business-area/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { OlderForm } from '../../components/form/older-form.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useOlderForm } from '../../components/form/use-older-form.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useDock } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { saveCommand } from './queries.ts';
import { RemoveBusinessArea } from './remove-business-area.tsx';

/** Adds a business area or changes the given one. It keeps the input when the list is read again. */
export const BusinessAreaForm = ({ area }: Readonly<{ area?: BusinessAreaRow }>) => {
  const t = useLazyTexts('business-areas');
  const dock = useDock();
  const command = useCommand(saveCommand);
  const isSending = command.state === 'sending';
  const form = useZodForm(businessAreaBody, {
    id: area?.id ?? 0,
    name: area?.name ?? '',
    description: area?.description ?? '',
  });
  const forgetDraft = useFormDraft(form, `business-area-${area ? `${area.id}-${area.basedOn}` : 'new'}`);
  const older = useOlderForm(area?.basedOn);
  const close = () => {
    forgetDraft();
    dock.close();
  };
  const submit = form.handleSubmit(async (body) => {
    if (await command.run({ body: older.stamped(body) }, { form, show: older.showOf(body) })) close();
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <p className="text-muted text-table">{t('common.required-hint')}</p>
      <fieldset disabled={isSending} className="contents">
        <TextField
          control={form.control}
          name="name"
          label={t('business-areas.name')}
          help={t('business-areas.name-help')}
          autoComplete="off"
          required
        />
        <TextAreaField
          control={form.control}
          name="description"
          label={t('business-areas.description')}
          help={t('business-areas.description-help')}
          maximum={businessAreaDescriptionLimit}
          rows={5}
          required
        />
      </fieldset>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {area && <RemoveBusinessArea area={area} />}
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" disabled={isSending}>
          {t('business-areas.submit')}
        </Button>
      </div>
      <OlderForm
        older={older}
        form={form}
        fields={{
          name: { label: t('business-areas.name') },
          description: { label: t('business-areas.description') },
        }}
        save={submit}
      />
    </form>
  );
};
