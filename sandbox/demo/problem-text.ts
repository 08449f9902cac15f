import errors from '../../locales/en/lazy/errors.json' with { type: 'json' };

type Problem = Readonly<{ code: string; parameters?: Readonly<Record<string, string | number>> | undefined }>;

/** Returns the portal's sentence for a problem; its code if there is none. */
export const problemText = ({ code, parameters = {} }: Problem): string => {
  const text: unknown = (errors as Readonly<Record<string, unknown>>)[code];
  if (typeof text !== 'string') return code;
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(parameters[name] ?? whole));
};
