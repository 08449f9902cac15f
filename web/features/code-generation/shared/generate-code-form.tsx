import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { generateCode } from '#domain/code-generation/calls.ts';
import {
  type CodeType,
  codeLanguages,
  codeTypes,
  hasOwnFolders,
  isCodeLanguage,
} from '#domain/code-generation/language.ts';
import { codeBody } from '#domain/code-generation/schema.ts';
import type { useCommand } from '../../../api/use-command.ts';
import { DialogForm } from '../../../components/form/form-dialog.tsx';
import { RadioField } from '../../../components/form/radio-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useZodForm } from '../../../components/form/use-zod-form.ts';
import { languageNote } from './language-names.ts';
import { proposePackages } from './package-proposal.ts';

type GenerateCode = ReturnType<typeof useCommand<typeof generateCode>>;

type Props = Readonly<{
  api: Readonly<{ id: number; name: string }>;
  type: CodeType;
  command: GenerateCode;
}>;

/** The options of code generation (docs/product/code-generation.md). */
export const GenerateCodeForm = ({ api, type: startType, command }: Props) => {
  const { t } = useTranslation();
  const startLanguage = codeLanguages[startType][0];
  const form = useZodForm(
    codeBody,
    { type: startType, lang: startLanguage, ...proposePackages(api.name, startLanguage) },
    'onSubmit',
  );
  const { control, getValues, setValue, clearErrors } = form;
  const { type = startType, lang } = useWatch({ control });

  // The other type has another list. A choice that is in both lists stays.
  useEffect(() => {
    if (!isCodeLanguage(type, getValues('lang'))) setValue('lang', codeLanguages[type][0]);
    clearErrors();
  }, [type, getValues, setValue, clearErrors]);

  const submit = form.handleSubmit((body) => command.run({ parameters: { id: api.id }, body }, { form }));
  const isSending = command.state === 'sending';
  const options = codeLanguages[type].map((value) => ({
    value,
    label: <bdi className="font-mono text-xs">{value}</bdi>,
    help: <bdi>{languageNote(type, value)}</bdi>,
  }));
  return (
    <DialogForm onSubmit={(event) => void submit(event)} action={t('codegen.submit')} isLocked={isSending}>
      <RadioField
        control={control}
        name="type"
        label={t('codegen.type')}
        columns={2}
        disabled={isSending}
        options={codeTypes.map((value) => ({
          value,
          label: t(`codegen.type-${value}`),
          help: t(`codegen.type-${value}-help`),
        }))}
      />
      <RadioField
        control={control}
        name="lang"
        label={t('codegen.language')}
        columns="tiles"
        disabled={isSending}
        options={options}
      />
      <TextField
        control={control}
        name="modelPackage"
        label={t('codegen.model-package')}
        help={lang && hasOwnFolders(type, lang) ? t('codegen.own-folders') : undefined}
        required
        dir="ltr"
        autoComplete="off"
        disabled={isSending}
      />
      <TextField
        control={control}
        name="apiPackage"
        label={t('codegen.api-package')}
        required
        dir="ltr"
        autoComplete="off"
        disabled={isSending}
      />
    </DialogForm>
  );
};
