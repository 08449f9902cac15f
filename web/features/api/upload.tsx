import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import { type ApiDetail, descriptionLimit } from '#domain/api/schema.ts';
import { useUser } from '../../api/session.tsx';
import { useCommand } from '../../api/use-command.ts';
import { FileField } from '../../components/form/file-field.tsx';
import { FormBar } from '../../components/form/form-bar.tsx';
import { FormSection } from '../../components/form/form-section.tsx';
import { OlderForm } from '../../components/form/older-form.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useOlderForm } from '../../components/form/use-older-form.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { apiDockAddress } from '../../components/layout/use-dock.ts';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Progress } from '../../components/ui/progress.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { businessAreasOptions } from '../business-area/shared/queries.ts';
import { olderFieldsOf } from './older-fields.ts';
import { apiDetailOptions, myAppsOptions, publishedAddress } from './shared/queries.ts';
import { tellUnresolved } from './shared/tell-unresolved.ts';
import { formOf, publishForm, startValues, updateForm, uploadCommand } from './upload-form.ts';

/** Loaded when a file was chosen. */
const FileCheck = lazy(() => import('./file-check.tsx').then((module) => ({ default: module.FileCheck })));

const SendingStatus = ({ percent }: { percent: number | undefined }) => {
  const { t } = useTranslation();
  const isThrough = percent === undefined || percent === 100;
  return (
    <div className="flex max-w-xs flex-col gap-1.5" aria-live="polite">
      <span className="tabular-nums">{isThrough ? t('upload.checking') : t('upload.sending', { percent })}</span>
      <Progress value={isThrough ? null : percent} aria-label={t('upload.progress')} />
    </div>
  );
};

const UploadForm = ({ api, bizappId }: { api?: ApiDetail; bizappId?: number | undefined }) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const user = useUser();
  const apps = useQuery(myAppsOptions);
  const areas = useQuery(businessAreasOptions);
  const command = useCommand(uploadCommand(api === undefined));
  const form = useZodForm(api ? updateForm : publishForm, startValues(api, bizappId));
  const forgetDraft = useFormDraft(form, `upload-${api ? `${api.id}-${api.updatedAt}` : `new-${bizappId ?? ''}`}`);
  const older = useOlderForm(api?.basedOn);
  const { control } = form;
  const isSending = command.state === 'sending';
  const mayHaveNone = user.roles.includes('ROLE_PORTAL_ADMIN');

  const leave = () => {
    forgetDraft();
    navigate(api ? apiDockAddress(api.id) : '/wall');
  };

  const submit = form.handleSubmit(async (values) => {
    const response = await command.run(
      { form: formOf(older.stamped(values), api?.id) },
      { form, show: older.showOf(values) },
    );
    if (!response) return;
    forgetDraft();
    tellUnresolved(t, response.unresolved);
    navigate(publishedAddress(response.apiId));
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <fieldset disabled={isSending} className="contents">
        <FormSection title={t('upload.file')} text={api ? t('upload.file-edit-help') : t('common.required-hint')}>
          <FileField
            control={control}
            name="jsonFile"
            label={t('upload.file-label')}
            help={t('upload.file-help')}
            accept=".json,.yaml,.yml,.pdf,application/json,application/yaml,application/pdf"
            required={!api}
            disabled={isSending}
          />
          <Suspense>
            <FileCheck file={form.watch('jsonFile')} apiId={api?.format === 'pdf' ? undefined : api?.id} />
          </Suspense>
        </FormSection>
        <FormSection title={t('upload.about-title')}>
          <TextField
            control={control}
            name="name"
            label={t('upload.name')}
            help={t('upload.name-help')}
            autoComplete="off"
          />
          <TextAreaField
            control={control}
            name="description"
            label={t('upload.description')}
            help={t('upload.description-help')}
            maximum={descriptionLimit}
          />
          <TextField
            control={control}
            name="sourceRepo"
            label={t('upload.repo')}
            type="url"
            dir="ltr"
            autoComplete="off"
          />
        </FormSection>
        <FormSection title={t('upload.ownership-title')} text={t('upload.ownership-text')}>
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField
              control={control}
              name="bizappId"
              label={t('upload.application')}
              options={optionsOf(apps.data, ({ orgname }) => [orgname])}
              disabled={isSending || (api?.bizappId ?? null) !== null}
              {...(mayHaveNone || api ? { none: t('upload.application-none') } : {})}
            />
            <SelectField
              control={control}
              name="businessAreaId"
              label={t('upload.business-area')}
              options={optionsOf(areas.data)}
              none={t('upload.business-area-none')}
              disabled={isSending}
            />
          </div>
        </FormSection>
      </fieldset>
      <FormBar status={isSending && <SendingStatus percent={command.progress} />}>
        <Button onClick={isSending ? command.cancel : leave}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" disabled={isSending}>
          {api ? t('upload.submit-edit') : t('upload.submit')}
        </Button>
      </FormBar>
      <OlderForm older={older} form={form} fields={olderFieldsOf(t, form.setValue)} save={submit} />
    </form>
  );
};

const numberIn = (search: URLSearchParams, name: string): number | undefined => Number(search.get(name)) || undefined;

const FormSkeleton = () => (
  <div className="flex flex-col gap-5">
    <Skeleton className="h-48 w-full rounded-card" />
    <Skeleton className="h-80 w-full rounded-card" />
  </div>
);

const Update = ({ id }: { id: number }) => {
  // Read the current state before a change, not the state that was shown before.
  const api = useQuery({ ...apiDetailOptions(id), refetchOnMount: 'always' });
  if (!api.isFetchedAfterMount) return <FormSkeleton />;
  return (
    <QueryView query={api} skeleton={<FormSkeleton />}>
      {(detail) => <UploadForm key={detail.id} api={detail} />}
    </QueryView>
  );
};

/** Publishes an API, or updates the one in `?id=`. `?bizappId=` chooses the application. */
export const Upload = () => {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = numberIn(search, 'id');
  return (
    <Page title={id ? t('upload.edit-title') : t('upload.title')} description={t('upload.text')} width="narrow">
      {id ? <Update id={id} /> : <UploadForm bizappId={numberIn(search, 'bizappId')} />}
    </Page>
  );
};
