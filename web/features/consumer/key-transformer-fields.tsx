import type { Control, FieldPath } from 'react-hook-form';
import type { SettingInput } from '#domain/consumer/schema.ts';
import { requestTransformerRules } from '#domain/deployment/request-transformer.ts';
import { TransformerLists } from '../../components/form/transformer-lists.tsx';

type Props<V extends SettingInput, Output> = Readonly<{ control: Control<V, unknown, Output>; disabled: boolean }>;

/** The lists of the key's own request transformer. */
export const KeyTransformerFields = <V extends SettingInput, Output>({ control, disabled }: Props<V, Output>) => (
  <div className="grid gap-3">
    <TransformerLists
      control={control}
      rules={requestTransformerRules}
      pathOf={(list) => list as FieldPath<V>}
      disabled={disabled}
    />
  </div>
);
