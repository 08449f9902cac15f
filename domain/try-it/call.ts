import { addressOf } from '../deployment/path-template.ts';
import type { FilledValue, TryItBodyForm, TryItField, TryItOperation, TryItParameter } from './schema.ts';
import { formEncoded, isEmpty, queryPairs, textInPlace } from './style.ts';

/** A chosen file. A `File` of the browser is one. */
export type Attachment = Readonly<{
  name: string;
  type: string;
  size: number;
  arrayBuffer: () => Promise<ArrayBuffer>;
}>;

/**
 * Everything that is filled in: parameters and fields by `keyOf`, the text of a body, and the files of fields by their names. The
 * file that is the whole body has the name ''.
 */
export type Filled = Readonly<{
  values: Readonly<Record<string, FilledValue>>;
  /** The chosen form of the body, from the operation's list. */
  form: TryItBodyForm | undefined;
  text: string;
  files: Readonly<Record<string, readonly Attachment[]>>;
}>;

/** A part of a form with files. */
export type Part = Readonly<{ name: string; contentType?: string }> &
  (Readonly<{ text: string }> | Readonly<{ file: Attachment }>);

type CallBody =
  | Readonly<{ kind: 'text'; text: string }>
  | Readonly<{ kind: 'file'; file: Attachment }>
  | Readonly<{ kind: 'parts'; parts: readonly Part[] }>;

/**
 * One call as it is sent, and as samples of code show it. `path` has its values and the query filled in. The type of a body in parts
 * is not among the headers, because its boundary is chosen when it is written.
 */
export type Call = Readonly<{
  method: TryItOperation['method'];
  path: string;
  headers: readonly Readonly<{ name: string; value: string }>[];
  body: CallBody | null;
}>;

/** Returns the key of a parameter; of a field of a form when it has no place. */
export const keyOf = ({ name, ...field }: Pick<TryItParameter, 'in' | 'name'> | Pick<TryItField, 'name'>): string =>
  `${'in' in field ? field.in : 'field'} ${name}`;

/** Returns the values that the description proposes. Optional parameters stay empty, so that the first call is simple. */
export const proposed = ({ parameters, bodies }: TryItOperation, form = bodies[0]): Filled => {
  const empty = ({ example }: TryItField): FilledValue => (typeof example === 'string' ? '' : []);
  return {
    values: Object.fromEntries(
      [...parameters, ...(form?.fields ?? [])].map((one) => [keyOf(one), one.required ? one.example : empty(one)]),
    ),
    form,
    text: form?.example ?? '',
    files: {},
  };
};

const isFile = ({ writing }: TryItField): boolean => writing?.shape === 'file' || writing?.shape === 'files';

/** Returns the keys of required parameters and fields that are still empty. */
export const missingIn = ({ parameters }: TryItOperation, { values, form, files }: Filled): string[] =>
  [...parameters, ...(form?.fields ?? [])]
    .filter((one) => one.required && (isFile(one) ? !files[one.name]?.length : isEmpty(values[keyOf(one)])))
    .map(keyOf);

const partsOf = (field: TryItField, { values, files }: Filled): Part[] => {
  const { name, contentType } = field;
  const type = contentType !== undefined && { contentType };
  if (isFile(field))
    return (files[name] ?? []).map((file) => ({
      name,
      file,
      contentType: file.type || (contentType?.includes('*') ? undefined : contentType) || 'application/octet-stream',
    }));
  const value = values[keyOf(field)];
  if (value === undefined || isEmpty(value)) return [];
  if (typeof value === 'string') return [{ name, text: value, ...type }];
  if (field.writing?.shape === 'list' && field.writing.explode)
    return value.flatMap((row) => (typeof row === 'string' && row !== '' ? [{ name, text: row, ...type }] : []));
  // A style of its own: the parts are what a form would have.
  return queryPairs(field, value).map((pair) => {
    const [key = '', text = ''] = pair.split('=').map(decodeURIComponent);
    return { name: key, text, ...type };
  });
};

/** Returns whether a media type is in a range such as `image/*`. */
const isIn = (range: string, type: string): boolean =>
  range === '*/*' ? type !== '' : range.endsWith('/*') && type.startsWith(range.slice(0, -1));

const bodyOf = (filled: Filled): { body: CallBody | null; contentType?: string } => {
  const { form, text, files, values } = filled;
  if (!form) return { body: null };
  const { contentType, range = '', kind, fields } = form;
  if (kind === 'text') return text === '' ? { body: null } : { body: { kind, text }, contentType };
  if (kind === 'file') {
    const [file] = files[''] ?? [];
    if (!file) return { body: null };
    return { body: { kind, file }, contentType: isIn(range, file.type) ? file.type : contentType };
  }
  if (kind === 'parts') {
    const parts = fields.flatMap((field) => partsOf(field, filled));
    return { body: parts.length > 0 ? { kind, parts } : null };
  }
  const pairs = fields.flatMap((field) => queryPairs(field, values[keyOf(field)] ?? '', formEncoded));
  return pairs.length > 0 ? { body: { kind: 'text', text: pairs.join('&') }, contentType } : { body: null };
};

/**
 * Returns the call of an operation with what is filled in: path and query encoded, headers, and the body in its media type.
 *
 * @param prefix the part of the path that the deployment adds before a path of the description.
 */
export const callOf = (operation: TryItOperation, filled: Filled, prefix = ''): Call => {
  const { method, path, parameters } = operation;
  const at = (place: TryItParameter['in']) =>
    parameters.flatMap((parameter) => {
      const value = filled.values[keyOf(parameter)];
      return parameter.in === place && value !== undefined && !isEmpty(value) ? [{ parameter, value }] : [];
    });
  const inPath = new Map(
    at('path').map(({ parameter, value }) => [parameter.name, textInPlace(parameter, value, encodeURIComponent)]),
  );
  const address = addressOf(path, (name) => inPath.get(name) ?? '');
  const query = at('query')
    .flatMap(({ parameter, value }) => queryPairs(parameter, value))
    .join('&');
  const described = at('header').map(({ parameter, value }) => ({
    name: parameter.name,
    value: textInPlace(parameter, value, (text) => text),
  }));
  const isDescribed = (header: string) => described.some(({ name }) => name.toLowerCase() === header.toLowerCase());
  const { body, contentType } = method === 'GET' || method === 'HEAD' ? { body: null } : bodyOf(filled);
  return {
    method,
    path: prefix + address + (query && `?${query}`),
    // A header of the description replaces the default header.
    headers: [
      ...[
        { name: 'Accept', value: 'application/json, */*' },
        ...(contentType === undefined ? [] : [{ name: 'Content-Type', value: contentType }]),
      ].filter(({ name }) => !isDescribed(name)),
      ...described,
    ],
    body,
  };
};
