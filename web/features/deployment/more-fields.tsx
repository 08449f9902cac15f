import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { requestTransformerRules } from '#domain/deployment/request-transformer.ts';
import { FormSection } from '../../components/form/form-section.tsx';
import { TransformerLists } from '../../components/form/transformer-lists.tsx';
import { CorsFields } from './cors-fields.tsx';
import { ProtectionFields } from './protection-fields.tsx';
import { ResponseFields } from './response-fields.tsx';

type Props = ComponentProps<typeof ProtectionFields> &
  Readonly<{
    /** True for portal administrators, who set the response transformer. */
    setsResponse: boolean;
  }>;

/** The lower part of the form: limits, pages in a browser, and changes of calls and responses. */
export const MoreFields = ({ form, api, disabled, setsResponse, revisions }: Props) => {
  const { t } = useTranslation();
  return (
    <>
      <ProtectionFields form={form} api={api} disabled={disabled} revisions={revisions} />
      <CorsFields form={form} disabled={disabled} />
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
