import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { type Config, isPlain } from '#domain/resource/configs.ts';
import type { ResourceRow } from '#domain/resource/row.ts';
import { type ResourceTypeRow, resourceBody, resourceTestBody } from '#domain/resource/schema.ts';
import type { ResourceTested } from '#domain/resource/test-steps.ts';
import { type ResourceType, resourceTypes } from '#domain/resource/types.ts';
import { useCommand } from '../../api/use-command.ts';
import { CheckboxField } from '../../components/form/checkbox-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { FormBar } from '../../components/form/form-bar.tsx';
import { FormSection } from '../../components/form/form-section.tsx';
import { OlderForm } from '../../components/form/older-form.tsx';
import { SelectInput } from '../../components/form/select-input.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useOlderForm } from '../../components/form/use-older-form.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { MultiSelect } from '../../components/table/multi-select.tsx';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { organizationsOptions } from '../organization/shared/organizations.ts';
import { NewCertificates, SavedCertificates } from './certificates-section.tsx';
import type { ChosenFile } from './choose-files.tsx';
import { ConfigFields } from './config-fields.tsx';
import { configLabel, typeNames } from './config-texts.ts';
import { configsFor, customOf, type ResourceInput, valuesOf } from './form-values.ts';
import { saveCommand, testCommand } from './queries.ts';

const ConnectionTest = lazy(() =>
  import('./connection-test.tsx').then((module) => ({ default: module.ConnectionTest })),
);
const RemoveResource = lazy(() =>
  import('./remove-resource.tsx').then((module) => ({ default: module.RemoveResource })),
);

const list = '/resources';

type Props = Readonly<{
  /** Undefined for a new resource. */
  resource?: ResourceRow;
  types: readonly ResourceTypeRow[];
}>;

/** Adds a resource or changes the given one. There is no draft of it in the browser, because it has secrets. */
export const ResourceForm = ({ resource, types }: Props) => {
  // Stays as it was opened, so that a change by somebody else, or a new certificate, does not replace the input.
  const [opened] = useState(resource);
  const { t: common } = useTranslation();
  const t = useLazyTexts('resources');
  const [, navigate] = useLocation();
  const organizations = useQuery(organizationsOptions);
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const command = useCommand(saveCommand);
  const test = useCommand(testCommand);
  const isTesting = test.state === 'sending';
  const isSending = command.state === 'sending';
  const [tested, setTested] = useState<ResourceTested>();
  const form = useZodForm(
    resourceBody,
    opened
      ? valuesOf(opened, types)
      : { id: 0, type: undefined, name: '', isPublic: false, access: [], configs: [], allowPlaintext: false },
  );
  const { control, formState, setValue } = form;
  const older = useOlderForm(opened?.basedOn);
  const type = form.watch('type') as ResourceType | undefined;
  const configs = form.watch('configs');
  const access = form.watch('access') ?? [];
  const isPublic = form.watch('isPublic') === true;
  const isUnencrypted = type === 'KAFKA' && isPlain(configs.find(({ name }) => name === 'securityProtocol')?.value);

  const chooseType = (next: ResourceType) => {
    setValue('configs', configsFor(next, types, customOf(type, configs)));
    setValue('type', next, { shouldDirty: true, shouldValidate: true });
  };
  const submit = form.handleSubmit(async ({ certificates: _, ...values }) => {
    const body = files.length > 0 ? { ...values, certificates: files } : values;
    const saved = await command.run({ body: older.stamped(body) }, { form, show: older.showOf(body) });
    if (saved) navigate(list);
  });
  const tryIt = async () => {
    const { name: _name, basedOn: _basedOn, ...values } = form.getValues() as ResourceInput;
    const body = files.length > 0 ? { ...values, certificates: files } : values;
    setTested(undefined);
    // The name may be missing still, but what is tested may not.
    if (!resourceTestBody.safeParse(body).success) return void (await form.trigger(undefined, { shouldFocus: true }));
    setTested(await test.run({ body }, { form }));
  };
  const textOf = (value: unknown) =>
    ((value ?? []) as readonly Config[])
      .map((config) => `${type ? configLabel(t, type, config.name) : config.name}: ${config.value}`)
      .join('\n');

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <fieldset disabled={isSending} className="contents">
        <FormSection title={t('resources.server')} text={common('common.required-hint')}>
          <Field label={t('resources.server-type')} required>
            {(props) => (
              <SelectInput
                {...props}
                label={t('resources.server-type')}
                options={resourceTypes.map((value) => ({ value, label: typeNames[value] }))}
                value={type}
                disabled={opened !== undefined}
                onChange={(value) => chooseType(value as ResourceType)}
              />
            )}
          </Field>
          <TextField control={control} name="name" label={t('resources.name')} autoComplete="off" required />
        </FormSection>
        <FormSection title={t('resources.access')} text={t('resources.access-text')}>
          <CheckboxField
            control={control}
            name="isPublic"
            label={t('resources.public')}
            help={t('resources.public-help')}
          />
          {!isPublic && (
            <MultiSelect
              label={t('resources.organizations')}
              noneText={t('resources.organizations-none')}
              options={optionsOf(organizations.data)}
              selected={access}
              onChange={(ids) =>
                setValue(
                  'access',
                  ids.toSorted((one, other) => one - other),
                  { shouldDirty: true, shouldValidate: true },
                )
              }
            />
          )}
        </FormSection>
        {type && (
          <FormSection title={t('resources.properties')} text={t(`resources.about.${type}`)}>
            <ConfigFields control={control} type={type} isSaved={opened !== undefined} />
            {isUnencrypted && (
              <CheckboxField
                control={control}
                name="allowPlaintext"
                label={t('resources.plaintext')}
                help={t('resources.plaintext-help')}
                required
              />
            )}
          </FormSection>
        )}
        {resource ? <SavedCertificates resource={resource} /> : <NewCertificates files={files} onChange={setFiles} />}
      </fieldset>
      {(isTesting || tested) && (
        <Suspense>
          <ConnectionTest result={isTesting ? undefined : tested} />
        </Suspense>
      )}
      <FormBar
        status={
          resource && (
            <Suspense>
              <RemoveResource resource={resource} />
            </Suspense>
          )
        }
      >
        <Button asChild>
          <Link href={list}>{common('common.cancel')}</Link>
        </Button>
        {type && (
          <Button disabled={isSending || isTesting} onClick={() => void tryIt()}>
            {t('resources.test')}
          </Button>
        )}
        <Button variant="primary" type="submit" disabled={isSending || !formState.isValid}>
          {t('resources.submit')}
        </Button>
      </FormBar>
      <OlderForm
        older={older}
        form={form}
        fields={{
          name: { label: t('resources.name') },
          isPublic: { label: t('resources.public') },
          access: {
            label: t('resources.organizations'),
            text: (value) =>
              ((value ?? []) as readonly number[])
                .map((id) => organizations.data?.find((each) => each.id === id)?.name ?? `#${id}`)
                .join('\n'),
          },
          configs: {
            label: t('resources.properties'),
            text: textOf,
            put: (value) => type && setValue('configs', configsFor(type, types, value as Config[])),
          },
        }}
        save={submit}
      />
    </form>
  );
};
