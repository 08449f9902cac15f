import type { FieldProblem } from '#domain/gateway-object/check-form.ts';
import { type FieldPath, type FormField, isKept, isRecord, mayBeEmpty } from '#domain/gateway-object/form-field.ts';

/** An entry of a list, as a form keeps it: entries of lists in a form are objects. */
type Item = Readonly<{ value: unknown }>;
/** An entry of a map. */
type Pair = Readonly<{ key: string; value: unknown }>;

const itemsIn = (state: unknown): readonly Item[] => (Array.isArray(state) ? (state as readonly Item[]) : []);
const pairsIn = (state: unknown): readonly Pair[] => (Array.isArray(state) ? (state as readonly Pair[]) : []);

/** Returns what a form keeps for a field's value. */
export const stateOf = (field: FormField, value: unknown): unknown => {
  if (isKept(value)) return value;
  const { type, elements, values, fields = [], isRequired } = field;
  switch (type) {
    case 'list':
      return Array.isArray(value) && elements ? value.map((each) => ({ value: stateOf(elements, each) })) : [];
    case 'choices':
      return Array.isArray(value) ? value : [];
    case 'map':
      return isRecord(value) && values
        ? Object.entries(value).map(([key, each]) => ({ key, value: stateOf(values, each) }))
        : [];
    case 'record': {
      if (!isRecord(value) && !isRequired) return null;
      const record = isRecord(value) ? value : {};
      return Object.fromEntries(fields.map(({ name, field: inner }) => [name, stateOf(inner, record[name] ?? null)]));
    }
    case 'boolean':
      return isThreefold(field) ? String(value ?? '') : value === true;
    case 'json':
      return value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
    default:
      return value ?? '';
  }
};

/** Returns whether a boolean may be left open: then it is chosen, not switched. */
export const isThreefold = ({ initial, isRequired }: FormField): boolean => initial === undefined && !isRequired;

/** Returns what stands for no entries: nothing, unless the gateway would then fill in its default. */
const noneOf = ({ isRequired, initial }: FormField, none: unknown): unknown =>
  isRequired || initial !== undefined ? none : null;

const numberIn = (text: string): number | string =>
  /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : text;

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** @param path of the field in the form. @param wrong gets what no value can say. */
type Read = (field: FormField, state: unknown, path: FieldPath, wrong: FieldProblem[]) => unknown;

const mapIn = (field: FormField, state: unknown, path: FieldPath, wrong: FieldProblem[]): unknown => {
  const seen = new Set<string>();
  const entries = pairsIn(state).map(({ key, value }, index): readonly [string, unknown] => {
    if (seen.has(key)) wrong.push({ path: [...path, index, 'key'], code: 'gateway-object.key-twice' });
    seen.add(key);
    return [key, field.values ? valueIn(field.values, value, [...path, index, 'value'], wrong) : value];
  });
  return entries.length === 0 ? noneOf(field, {}) : Object.fromEntries(entries);
};

/** Returns the value that a form's state stands for. */
export const valueIn: Read = (field, state, path, wrong) => {
  if (isKept(state)) return state;
  const { type, elements, fields = [] } = field;
  switch (type) {
    case 'list': {
      const items = itemsIn(state).map(({ value }, index) =>
        elements ? valueIn(elements, value, [...path, index, 'value'], wrong) : value,
      );
      return items.length === 0 ? noneOf(field, []) : items;
    }
    case 'choices':
      return Array.isArray(state) && state.length > 0 ? state : noneOf(field, []);
    case 'map':
      return mapIn(field, state, path, wrong);
    case 'record':
      if (!isRecord(state)) return null;
      return Object.fromEntries(
        fields.map(({ name, field: inner }) => [name, valueIn(inner, state[name], [...path, name], wrong)]),
      );
    case 'boolean':
      return state === '' || state === undefined || state === null ? null : state === true || state === 'true';
    case 'number':
    case 'integer':
      if (typeof state !== 'string') return state ?? null;
      return state.trim() === '' ? null : numberIn(state);
    case 'json': {
      const text = String(state ?? '');
      if (text.trim() === '') return null;
      const value = jsonIn(text);
      if (value === undefined) wrong.push({ path, code: 'gateway-object.no-json' });
      return value ?? null;
    }
    default:
      if (state !== '' && state !== undefined) return state;
      return field.isRequired && mayBeEmpty(field) ? '' : null;
  }
};

/** Returns where a form shows a problem of a value: an entry of a map is found by its key there. */
export const pathInForm = (field: FormField, state: unknown, path: FieldPath): FieldPath => {
  const [name, ...rest] = path;
  if (name === undefined) return [];
  if (field.type === 'list' && typeof name === 'number') {
    const inner = field.elements ? pathInForm(field.elements, itemsIn(state)[name]?.value, rest) : [];
    return [name, 'value', ...inner];
  }
  if (field.type === 'map') {
    const index = pairsIn(state).findIndex(({ key }) => key === String(name));
    if (index < 0) return [];
    if (String(name).trim() === '') return [index, 'key'];
    const inner = field.values ? pathInForm(field.values, pairsIn(state)[index]?.value, rest) : [];
    return [index, 'value', ...inner];
  }
  const inner = field.fields?.find((each) => each.name === name)?.field;
  return inner && isRecord(state) ? [name, ...pathInForm(inner, state[String(name)], rest)] : [name, ...rest];
};

/** Returns a value as a preview shows it: a secret that somebody typed is not shown again. */
export const withoutTyped = (field: FormField, value: unknown): unknown => {
  if (value === null || value === undefined || isKept(value)) return value;
  if (field.isSecret) return '•••';
  const { elements, values, fields = [] } = field;
  if (Array.isArray(value)) return elements ? value.map((each) => withoutTyped(elements, each)) : value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const inner = values ?? fields.find((field) => field.name === name)?.field;
      return [name, inner ? withoutTyped(inner, each) : each];
    }),
  );
};
