import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiOption } from '#domain/api/option-calls.ts';
import { environments } from '#domain/core/environment.ts';
import type { ObjectDetails } from '#domain/gateway-object/schema.ts';
import { takeOverForm } from '#domain/take-over/form.ts';
import type { TakeOverPreview } from '#domain/take-over/preview.ts';
import { proposedApi, proposedEnvironment } from '#domain/take-over/proposals.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { useFailedFields } from '../../components/form/use-failed-fields.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DialogClose, DialogFooter } from '../../components/ui/dialog.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { allApisOptions } from '../api/shared/all-apis.ts';
import { OperationSection } from '../operation/shared/operation-section.tsx';
import { OrganizationField } from '../organization/shared/organization-field.tsx';
import { nameOf } from './object-name.ts';
import { takeOverCommand, takeOverOptions } from './take-over-calls.ts';
import { TakeOverView } from './take-over-view.tsx';

/** The choices, and the progress of what was asked for. @param onAsked is called when it was asked for. */
const Form = ({
  preview,
  apis,
  onAsked,
}: Readonly<{ preview: TakeOverPreview; apis: readonly ApiOption[]; onAsked: () => void }>) => {
  const t = useLazyTexts('take-over');
  const { t: common } = useTranslation();
  const command = useCommand(takeOverCommand);
  const form = useZodForm(
    takeOverForm,
    {
      seen: preview.seen,
      apiId: proposedApi(preview.name, apis),
      environment: proposedEnvironment(preview.name),
      organizationId: undefined,
    },
    'onSubmit',
  );
  useFailedFields(form, command.operation);
  const { id, gatewayId } = preview;
  const isLocked = command.state === 'sending' || command.state === 'working' || command.state === 'done';
  const submit = form.handleSubmit(async (body) => {
    if (await command.run({ parameters: { id }, query: { gatewayId }, body }, { form })) onAsked();
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('take-over.action')}
      isLocked={isLocked}
      leave={isLocked ? common('common.close') : common('common.cancel')}
    >
      <fieldset disabled={isLocked} className="contents">
        <SelectField
          control={form.control}
          name="apiId"
          label={t('take-over.api')}
          help={t('take-over.api-help')}
          options={optionsOf(apis)}
          disabled={isLocked}
          required
        />
        <SelectField
          control={form.control}
          name="environment"
          label={t('take-over.environment')}
          options={environments.map((value) => ({ value, label: value }))}
          disabled={isLocked}
          required
        />
        <OrganizationField
          control={form.control}
          name="organizationId"
          label={t('take-over.organization')}
          help={t('take-over.organization-help')}
          required
        />
      </fieldset>
      <OperationSection operation={command.operation} failed={t('take-over.failed')} />
      {command.state === 'done' && <p role="status">{t('take-over.progress-taken')}</p>}
    </DialogForm>
  );
};

const Body = ({ service: { gatewayId, id } }: { service: ObjectDetails }) => {
  const t = useLazyTexts('take-over');
  // What was asked for stays in sight while the service changes under it.
  const [asked, setAsked] = useState<TakeOverPreview>();
  const apis = useQuery(allApisOptions);
  return (
    <QueryView
      query={useQuery(takeOverOptions({ gatewayId, id }))}
      skeleton={<Skeleton className="late h-60 w-full" />}
    >
      {(latest) => {
        const preview = asked ?? latest;
        const isOpen =
          asked !== undefined ||
          (preview.refusals.length === 0 && preview.progress !== 'taken' && preview.progress !== 'skipped');
        return (
          <div className="grid gap-4">
            {preview.progress && (
              <p className="font-medium text-table">{t(`take-over.progress-${preview.progress}`)}</p>
            )}
            {preview.progress !== 'taken' && <TakeOverView preview={preview} />}
            {isOpen ? (
              // Another state of the service is another preview, and asks anew.
              <QueryView key={preview.seen} query={apis} skeleton={<Skeleton className="late h-60 w-full" />}>
                {(all) => <Form preview={preview} apis={all} onAsked={() => setAsked(preview)} />}
              </QueryView>
            ) : (
              <DialogFooter>
                <DialogClose asChild>
                  <Button>{t('take-over.close')}</Button>
                </DialogClose>
              </DialogFooter>
            )}
          </div>
        );
      }}
    </QueryView>
  );
};

/** Puts somebody else's service under the portal: first a preview, then the choices, then the progress. */
export const TakeOverDialog = ({
  open,
  service,
  onDone,
}: Readonly<{ open: boolean; service: ObjectDetails; onDone: () => void }>) => {
  const t = useLazyTexts('take-over');
  return (
    <FormDialog
      open={open}
      onClose={onDone}
      title={t('take-over.title', { name: nameOf(service) })}
      text={t('take-over.text')}
      className="max-w-[560px]"
    >
      <Body service={service} />
    </FormDialog>
  );
};
