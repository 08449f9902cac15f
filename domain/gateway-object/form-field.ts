/**
 * A field of a form that is drawn from a gateway's own schema.
 *
 * @property type       `choices` is a set of a few values; `json` what this portal does not know, as another version of the gateway may have.
 * @property isSecret   its value is kept by the gateway only. It is shown as `{ fingerprint }`, and stays so until somebody types another.
 * @property initial    the gateway's default.
 * @property help       the gateway's own words, in English.
 * @property choices    the only values that there are.
 * @property above      the number is greater than this.
 * @property fewest     characters of a text, entries of a list.
 * @property fields     of a record, in order.
 * @property elements   of a list.
 * @property keys       of a map; `values` are its values.
 * @property rules      of a record, about several of its fields.
 */
export type FormField = Readonly<{
  type: 'text' | 'number' | 'integer' | 'boolean' | 'choices' | 'list' | 'map' | 'record' | 'json';
  isRequired: boolean;
  isSecret: boolean;
  initial?: unknown;
  help?: string;
  choices?: readonly (string | number)[];
  minimum?: number;
  maximum?: number;
  above?: number;
  fewest?: number;
  most?: number;
  fields?: readonly NamedField[];
  elements?: FormField;
  keys?: FormField;
  values?: FormField;
  rules?: readonly FieldRule[];
}>;
export type NamedField = Readonly<{ name: string; field: FormField }>;

/** A path of names: `redis`, `host`. An entry of a list is named by its number, one of a map by its key. */
export type FieldPath = readonly (string | number)[];

/** A rule about several fields of a record, as far as a form can check it. The gateway checks all. */
export type FieldRule =
  | Readonly<{ rule: 'at-least-one' | 'only-one'; of: readonly FieldPath[] }>
  | Readonly<{ rule: 'needs'; when: FieldPath; is: string | number | boolean; field: FieldPath }>;

/** A plugin's form. @property scopes what the plugin can work on beside all calls. */
export type PluginForm = Readonly<{
  name: string;
  scopes: readonly PluginScope[];
  protocols: FormField | null;
  config: FormField;
}>;

export const pluginScopes = ['service', 'route', 'consumer'] as const;
export type PluginScope = (typeof pluginScopes)[number];

/** Stands for a secret that the gateway keeps. */
export type KeptSecret = Readonly<{ fingerprint: string }>;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isKept = (value: unknown): value is KeptSecret =>
  isRecord(value) && typeof value.fingerprint === 'string' && Object.keys(value).length === 1;

/** Returns whether a text without characters is a value. To the gateway it is mostly none. */
export const mayBeEmpty = ({ type, fewest }: FormField): boolean => type === 'text' && fewest === 0;

/** Returns whether a record can't be left to its defaults: a field in it must be filled in by somebody. */
const asksForMore = ({ fields = [] }: FormField): boolean =>
  fields.some(
    ({ field }) =>
      (field.isRequired && field.initial === undefined && field.type !== 'record') ||
      (field.type === 'record' && field.isRequired && asksForMore(field)),
  );

/** Returns a record with the defaults of its fields. @param over values of the record's own default. */
const filledRecord = ({ fields = [], initial }: FormField, over: unknown = initial): Record<string, unknown> => ({
  ...Object.fromEntries(fields.map(({ name, field }) => [name, defaultOf(field)])),
  ...(isRecord(over) ? over : {}),
});

/** Returns what a field has as long as nobody fills it in, as the gateway would fill it. */
export const defaultOf = (field: FormField): unknown => {
  if (field.type === 'record') return field.isRequired || !asksForMore(field) ? filledRecord(field) : null;
  return field.initial ?? null;
};

/** Returns what a new entry of a list or a map begins with, and a record that somebody adds. */
export const newValueOf = (field: FormField): unknown => {
  switch (field.type) {
    case 'record':
      return filledRecord(field);
    case 'list':
    case 'choices':
      return field.initial ?? [];
    case 'map':
      return field.initial ?? {};
    default:
      return field.initial ?? null;
  }
};

/** Returns the value at a path; undefined where there is none. */
export const valueAt = (value: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value);
