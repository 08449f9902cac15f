import type { UseFormReturn } from 'react-hook-form';
import type { ChangeConsumerBody, SettingInput } from '#domain/consumer/schema.ts';
import { requestTransformerRules } from '#domain/deployment/request-transformer.ts';
import { TransformerLists } from '#web/components/form/transformer-lists.tsx';

type Props = Readonly<{ form: UseFormReturn<SettingInput, unknown, ChangeConsumerBody>; disabled: boolean }>;

/** The lists of a key's own request transformer. */
export const KeyTransformerFields = ({ form, disabled }: Props) => (
  <div className="grid gap-3">
    <TransformerLists
      control={form.control}
      rules={requestTransformerRules}
      pathOf={(list) => list}
      disabled={disabled}
    />
  </div>
);
