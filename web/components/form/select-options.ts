import type { Ref } from 'react';
import type { Option } from './option.ts';

export type SelectOptions = Readonly<{
  /** `second` tells an option from another one with the same label (`optionsOf`). */
  options: readonly (Option & { label: string; second?: string | undefined })[];
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  /** Text for "nothing chosen", if that is allowed. */
  none?: string | undefined;
}>;

export type SelectInputProps = SelectOptions &
  Readonly<{
    label: string;
    value: Option['value'] | null | undefined;
    /** Gets undefined for "nothing chosen". */
    onChange: (value: Option['value'] | undefined) => void;
    onBlur?: (() => void) | undefined;
    ref?: Ref<HTMLButtonElement> | undefined;
    id?: string;
    'aria-describedby'?: string | undefined;
    'aria-invalid'?: boolean;
    'aria-required'?: boolean;
  }>;
