import type { ReactNode } from 'react';

/** One choice of a select or a radio group. Values are what the schema takes: a text or a number. */
export type Option = Readonly<{ value: string | number; label: ReactNode; help?: ReactNode; disabled?: boolean }>;

export const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** The option's own value for the text that a control knows. */
export const valueOfText = (options: readonly Option[], text: string): string | number | undefined =>
  options.find((option) => String(option.value) === text)?.value;
