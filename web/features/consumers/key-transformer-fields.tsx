import type { UseFormReturn } from 'react-hook-form';
import type { ChangeConsumerBody, SettingInput } from '#domain/consumer/schema.ts';
import { TransformerFields } from '#web/components/form/transformer-fields.tsx';

type Props = Readonly<{ form: UseFormReturn<SettingInput, unknown, ChangeConsumerBody>; disabled: boolean }>;

/** The lists of a key's own request transformer. */
export const KeyTransformerFields = ({ form, disabled }: Props) => (
  <TransformerFields control={form.control} pathOf={(list) => list} disabled={disabled} />
);
