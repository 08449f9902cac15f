import type { TFunction } from 'i18next';
import type { UseFormSetValue } from 'react-hook-form';
import type { OlderFields } from '../../components/form/older-fields.ts';
import type { UpdateInput } from './upload-form.ts';

/** Returns the fields of "Edit API", for the dialog about an older form. A file is a version of the document. */
export const olderFieldsOf = (t: TFunction, setValue: UseFormSetValue<UpdateInput>): OlderFields => ({
  jsonFile: {
    label: t('upload.file-label'),
    text: (value) => (value instanceof File ? value.name : t('older-form.version', { revision: Number(value) })),
    // The document that is there now stays.
    put: () => setValue('jsonFile', undefined),
  },
  name: { label: t('upload.name') },
  description: { label: t('upload.description') },
  sourceRepo: { label: t('upload.repo') },
  bizappId: {
    label: t('upload.application'),
    put: (value) => setValue('bizappId', (value as number | null) ?? undefined),
  },
  businessAreaId: {
    label: t('upload.business-area'),
    put: (value) => setValue('businessAreaId', (value as number | null) ?? undefined),
  },
});
