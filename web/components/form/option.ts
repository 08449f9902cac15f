import type { ReactNode } from 'react';

/** One choice of a select or a radio group. The value is a text or a number, as the schema expects. */
export type Option = Readonly<{ value: string | number; label: ReactNode; help?: ReactNode; disabled?: boolean }>;

export const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** Returns the value of the option whose text form the control reports. */
export const valueOfText = (options: readonly Option[], text: string): string | number | undefined =>
  options.find((option) => String(option.value) === text)?.value;
