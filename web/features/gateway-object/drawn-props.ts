import type { Control, FieldValues } from 'react-hook-form';
import type { FormField } from '#domain/gateway-object/form-field.ts';

/**
 * What the control of a drawn field gets.
 *
 * @property name  of the field in the form: `config.redis.host`.
 * @property label the gateway's own name of it.
 * @property set   writes a state that no control has, such as that of a record which begins.
 */
export type DrawnProps = Readonly<{
  control: Control<FieldValues>;
  set: (name: string, state: unknown) => void;
  name: string;
  label: string;
  field: FormField;
}>;
