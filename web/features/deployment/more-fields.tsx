import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { requestTransformerRules } from '#domain/deployment/request-transformer.ts';
import { FormSection } from '../../components/form/form-section.tsx';
import { TransformerLists } from '../../components/form/transformer-lists.tsx';
import { ProtectionFields } from './protection-fields.tsx';
import { ResponseFields } from './response-fields.tsx';

type Props = ComponentProps<typeof ProtectionFields> &
  Readonly<{
    /** Portal administrators set what is changed in answers. */
    setsResponse: boolean;
  }>;

/** What lies below the first screen of the form: limits, and what the gateway changes in calls and answers. */
export const MoreFields = ({ form, api, disabled, setsResponse, revisions }: Props) => {
  const { t } = useTranslation();
  return (
    <>
      <ProtectionFields form={form} api={api} disabled={disabled} revisions={revisions} />
      <FormSection title={t('transformers.request-title')} text={t('transformers.request-text')}>
        <TransformerLists
          control={form.control}
          disabled={disabled}
          rules={requestTransformerRules}
          pathOf={(list) => `requestTransformer.${list}`}
        />
      </FormSection>
      {setsResponse && <ResponseFields form={form} disabled={disabled} />}
    </>
  );
};
