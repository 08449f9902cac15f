import { type FieldPath, type FieldRule, type FormField, isKept, isRecord, mayBeEmpty, valueAt } from './form-field.ts';

/** What is wrong at a field. @property code a key of the errors' texts. */
export type FieldProblem = Readonly<{
  path: FieldPath;
  code: string;
  parameters?: Readonly<Record<string, string | number>>;
}>;

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

const nameOf = (path: FieldPath): string => path.join('.');

const brokenRule = (rule: FieldRule, value: unknown, path: FieldPath): FieldProblem | undefined => {
  if (rule.rule === 'needs') {
    const isMissing = valueAt(value, rule.when) === rule.is && isEmpty(valueAt(value, rule.field));
    return isMissing ? { path: [...path, ...rule.field], code: 'field.required' } : undefined;
  }
  const filled = rule.of.filter((each) => !isEmpty(valueAt(value, each)));
  const isBroken = rule.rule === 'at-least-one' ? filled.length === 0 : filled.length > 1;
  const [first = []] = rule.rule === 'at-least-one' ? rule.of : filled.slice(1);
  if (!isBroken) return undefined;
  return {
    path: [...path, ...first],
    code: `gateway-object.${rule.rule}`,
    parameters: { fields: rule.of.map(nameOf).join(', ') },
  };
};

/** Returns what is wrong with a number of things: characters or entries. */
const counted = (count: number, { fewest, most }: FormField, path: FieldPath, of: 'list' | 'text'): FieldProblem[] => {
  if (fewest !== undefined && count < fewest)
    return [{ path, code: `gateway-object.${of}-too-short`, parameters: { minimum: fewest } }];
  if (most !== undefined && count > most)
    return [
      { path, code: of === 'list' ? 'gateway-object.list-too-long' : 'field.too-long', parameters: { maximum: most } },
    ];
  return [];
};

const checkNumber = (value: unknown, field: FormField, path: FieldPath): FieldProblem[] => {
  const { type, minimum, maximum, above } = field;
  if (typeof value !== 'number' || !Number.isFinite(value)) return [{ path, code: 'gateway-object.not-a-number' }];
  if (type === 'integer' && !Number.isInteger(value)) return [{ path, code: 'gateway-object.not-whole' }];
  if (minimum !== undefined && value < minimum) return [{ path, code: 'field.too-small', parameters: { minimum } }];
  if (maximum !== undefined && value > maximum) return [{ path, code: 'field.too-big', parameters: { maximum } }];
  if (above !== undefined && value <= above)
    return [{ path, code: 'gateway-object.not-above', parameters: { minimum: above } }];
  return [];
};

const checkRecord = (value: unknown, field: FormField, path: FieldPath): FieldProblem[] => {
  if (!isRecord(value)) return [{ path, code: 'field.invalid' }];
  const { fields = [], rules = [] } = field;
  const known = new Set(fields.map(({ name }) => name));
  return [
    ...Object.keys(value)
      .filter((name) => !known.has(name))
      .map((name) => ({ path: [...path, name], code: 'field.unknown' })),
    ...fields.flatMap(({ name, field: inner }) => checkField(value[name], inner, [...path, name])),
    ...rules.flatMap((rule) => brokenRule(rule, value, path) ?? []),
  ];
};

const checkList = (value: unknown, field: FormField, path: FieldPath): FieldProblem[] => {
  if (!Array.isArray(value)) return [{ path, code: 'field.invalid' }];
  const { elements } = field;
  return [
    ...counted(value.length, field, path, 'list'),
    ...value.flatMap((each, index) =>
      isEmpty(each) && elements?.type !== 'record'
        ? [{ path: [...path, index], code: 'field.required' }]
        : elements
          ? checkField(each, elements, [...path, index])
          : [],
    ),
  ];
};

const checkMap = (value: unknown, field: FormField, path: FieldPath): FieldProblem[] => {
  if (!isRecord(value)) return [{ path, code: 'field.invalid' }];
  const { values } = field;
  return [
    ...counted(Object.keys(value).length, field, path, 'list'),
    ...Object.entries(value).flatMap(([key, each]) => {
      if (key.trim() === '' || isEmpty(each)) return [{ path: [...path, key], code: 'field.required' }];
      return values ? checkField(each, values, [...path, key]) : [];
    }),
  ];
};

const checkText = (value: unknown, field: FormField, path: FieldPath): FieldProblem[] =>
  typeof value === 'string' ? counted(value.length, field, path, 'text') : [{ path, code: 'field.invalid' }];

/**
 * Returns what is wrong with a field's value, as far as the gateway's schema says it. A secret that is kept is right.
 *
 * @param path of the field.
 */
export const checkField = (value: unknown, field: FormField, path: FieldPath): FieldProblem[] => {
  const { type, isRequired, choices } = field;
  // The gateway fills in what is left out. What is null stays so.
  if (value === undefined && (field.initial !== undefined || !isRequired)) return [];
  if (value === undefined && type === 'record') return checkRecord({}, field, path);
  if (value === null || value === undefined || value === '')
    return isRequired && !(value === '' && mayBeEmpty(field)) ? [{ path, code: 'field.required' }] : [];
  if (isKept(value)) return [];
  // The gateway would take a list without entries for a required one. Nobody who has to fill it in means that.
  if (isRequired && field.initial === undefined && type !== 'record' && type !== 'text' && isEmpty(value))
    return [{ path, code: 'field.required' }];
  if (choices && type !== 'choices' && !choices.includes(value as string | number))
    return [{ path, code: 'gateway-object.not-a-choice' }];
  switch (type) {
    case 'text':
      return checkText(value, field, path);
    case 'number':
    case 'integer':
      return checkNumber(value, field, path);
    case 'boolean':
      return typeof value === 'boolean' ? [] : [{ path, code: 'field.invalid' }];
    case 'choices':
      if (!Array.isArray(value) || !value.every((each) => choices?.includes(each)))
        return [{ path, code: 'gateway-object.not-a-choice' }];
      return counted(value.length, field, path, 'list');
    case 'list':
      return checkList(value, field, path);
    case 'map':
      return checkMap(value, field, path);
    case 'record':
      return checkRecord(value, field, path);
    case 'json':
      return [];
    default:
      return type satisfies never;
  }
};
