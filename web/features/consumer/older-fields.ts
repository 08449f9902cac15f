import type { TFunction } from 'i18next';
import { requestTransformerLists } from '#domain/deployment/request-transformer.ts';
import type { OlderFields } from '../../components/form/older-fields.ts';
import { olderLimitFieldsOf } from './older-limit-fields.ts';

/** Returns the fields of a key's form, for the dialog about an older form. */
export const olderFieldsOf = (t: TFunction): OlderFields => ({
  nickname: { label: t('consumers.nickname') },
  endsOn: { label: t('consumers.last-day') },
  ...olderLimitFieldsOf(t),
  enableRequestTransformer: { label: t('consumers.transform') },
  ...Object.fromEntries(requestTransformerLists.map((list) => [list, { label: t(`transformers.lists.${list}`) }])),
});
