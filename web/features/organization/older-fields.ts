import type { TFunction } from 'i18next';
import type { OrganizationAttribute } from '#domain/organization/details.ts';
import type { FormWords } from '#domain/organization/form.ts';
import type { OlderFields } from '../../components/form/older-fields.ts';
import { profileTexts } from './shared/profile-texts.ts';

/** Returns the fields of the form, for the dialog about an older form. `putType` sets internal or external. */
export const olderFieldsOf = (t: TFunction, words: FormWords, putType: (value: '0' | '1') => void): OlderFields => ({
  name: { label: t(`organizations.${words}-name`) },
  contact: { label: t(`organizations.${words}-contact`) },
  external: {
    label: t('organizations.type'),
    text: (value) => t(value ? 'organizations.external' : 'organizations.internal'),
    put: (value) => putType(value ? '1' : '0'),
  },
  description: { label: t('organizations.description') },
  ...Object.fromEntries(Object.entries(profileTexts).map(([name, text]) => [name, { label: t(text) }])),
  attrs: {
    label: t('organizations.attributes'),
    text: (value) =>
      (value as readonly OrganizationAttribute[])
        .map((attribute) => `${attribute.name}: ${attribute.value}`)
        .join('\n'),
  },
});
