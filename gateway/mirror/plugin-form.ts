import {
  type FieldPath,
  type FieldRule,
  type FormField,
  isRecord,
  type NamedField,
  type PluginForm,
  pluginScopes,
} from '#domain/gateway-object/form-field.ts';
import { cutText } from '#platform/cut-text.ts';
import { isKongObject, type KongObject } from '../admin-api/entity.ts';
import { isSecretField } from './walk-secrets.ts';

/** What a form draws of a schema, at most. What is beyond is edited as JSON. */
const most = { depth: 12, fields: 2_000, choices: 500, help: 1_000 } as const;

type Drawn = { fields: number };

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Leaves out what is not said. */
const said = <Part extends object>(part: Part): { [Name in keyof Part]?: Exclude<Part[Name], undefined> } =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as never;

const namesIn = (list: unknown): (readonly [string, unknown])[] =>
  Array.isArray(list) ? list.flatMap((each) => (isKongObject(each) ? Object.entries(each) : [])) : [];

const choicesOf = (oneOf: unknown): readonly (string | number)[] | undefined =>
  Array.isArray(oneOf) &&
  oneOf.length > 0 &&
  oneOf.length <= most.choices &&
  oneOf.every((each) => typeof each === 'string' || typeof each === 'number')
    ? oneOf
    : undefined;

const boundsOf = ({ between, gt, len_min: fewest, len_max: longest }: KongObject) => {
  const [minimum, maximum] = Array.isArray(between) ? between : [];
  return {
    minimum: number(minimum),
    maximum: number(maximum),
    above: number(gt),
    fewest: number(fewest),
    most: number(longest),
  };
};

const pathOf = (text: string, before: string): FieldPath | undefined =>
  text.startsWith(before) ? text.slice(before.length).split('.') : undefined;

/** Returns the only text that a pattern of Kong's matches: `^header$`. */
const literalIn = (pattern: unknown): string | undefined =>
  typeof pattern === 'string' ? /^\^(\w+)\$$/.exec(pattern)?.[1] : undefined;

/** @param before begins the paths of the checks: those of a plugin name `config` too. */
const rulesIn = (checks: unknown, before: string): FieldRule[] => {
  if (!Array.isArray(checks)) return [];
  return checks.filter(isKongObject).flatMap((check): FieldRule[] => {
    const { at_least_one_of: one, only_one_of: only, conditional } = check;
    for (const [rule, named] of [
      ['at-least-one', one],
      ['only-one', only],
    ] as const) {
      const of = Array.isArray(named) ? named.flatMap((each) => pathOf(String(each), before) ?? []) : [];
      if (Array.isArray(named) && of.length > 0)
        return [{ rule, of: named.flatMap((each) => [pathOf(String(each), before) ?? []]) }];
    }
    if (!isKongObject(conditional)) return [];
    const { if_field: condition, if_match: match, then_field: field, then_match: wanted } = conditional;
    const is = isKongObject(match) ? (match.eq ?? literalIn(match.match)) : undefined;
    const isNeeded = isKongObject(wanted) && wanted.required === true;
    if (!isNeeded || (typeof is !== 'string' && typeof is !== 'number' && typeof is !== 'boolean')) return [];
    const [when, needed] = [pathOf(String(condition), before), pathOf(String(field), before)];
    return when && needed ? [{ rule: 'needs', when, is, field: needed }] : [];
  });
};

const typeOf = (schema: KongObject): FormField['type'] => {
  const { type, elements } = schema;
  switch (type) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
    case 'boolean':
      return type;
    case 'set':
      return isKongObject(elements) && choicesOf(elements.one_of) ? 'choices' : 'list';
    case 'array':
      return 'list';
    case 'map':
      return 'map';
    case 'record':
      return 'record';
    default:
      return 'json';
  }
};

const partsOf = (
  type: FormField['type'],
  schema: KongObject,
  name: string,
  depth: number,
  drawn: Drawn,
): Partial<FormField> => {
  const inner = (part: unknown, of = name) => fieldIn(part, of, depth + 1, drawn);
  switch (type) {
    case 'record': {
      const fields: NamedField[] = namesIn(schema.fields).map(([each, field]) => ({
        name: each,
        field: inner(field, each),
      }));
      return { fields, rules: rulesIn(schema.entity_checks, '') };
    }
    case 'list':
      return schema.elements === undefined ? {} : { elements: inner(schema.elements) };
    case 'map':
      return said({
        keys: schema.keys === undefined ? undefined : inner(schema.keys),
        values: schema.values === undefined ? undefined : inner(schema.values),
      });
    case 'choices':
      return { choices: isKongObject(schema.elements) ? (choicesOf(schema.elements.one_of) ?? []) : [] };
    default:
      return said({ choices: choicesOf(schema.one_of) });
  }
};

const fieldIn = (schema: unknown, name: string, depth: number, drawn: Drawn): FormField => {
  drawn.fields += 1;
  if (!isKongObject(schema) || depth > most.depth || drawn.fields > most.fields)
    return { type: 'json', isRequired: false, isSecret: false };
  const type = typeOf(schema);
  const isDrawable =
    (type !== 'list' || schema.elements !== undefined) && (type !== 'map' || schema.values !== undefined);
  const shown = isDrawable ? type : 'json';
  const { required, auto, default: initial, description } = schema;
  return {
    type: shown,
    // What the gateway makes itself needs nobody to fill it in.
    isRequired: required === true && auto !== true,
    isSecret: isSecretField(schema, name),
    ...said({
      initial: initial ?? undefined,
      help: typeof description === 'string' ? cutText(description, most.help) : undefined,
      ...boundsOf(schema),
    }),
    ...partsOf(shown, schema, name, depth, drawn),
  };
};

const leaveOut = (form: FormField, without: ReadonlySet<string>, before = ''): FormField =>
  form.fields
    ? {
        ...form,
        fields: form.fields
          .filter(({ name }) => !without.has(before + name))
          .map(({ name, field }) => ({ name, field: leaveOut(field, without, `${before}${name}.`) })),
      }
    : form;

/** Returns the form of an entity's own fields. @param without those that the form has otherwise, or not at all: `healthchecks.threshold`. */
export const entityFormIn = (schema: KongObject, without: ReadonlySet<string>): FormField =>
  leaveOut(fieldIn({ ...schema, type: 'record', required: true }, '', 0, { fields: 0 }), without);

/** Returns whether a plugin's schema says that it works on none of a kind: it has to be null there. */
const isNever = (schema: unknown): boolean => isKongObject(schema) && 'eq' in schema && schema.eq === null;

/** Returns the form of a plugin. @param schema as Kong tells it (`GET /schemas/plugins/{name}`). */
export const pluginFormIn = (name: string, schema: KongObject): PluginForm => {
  const fields = new Map(namesIn(schema.fields));
  const drawn = { fields: 0 };
  const config = fieldIn(fields.get('config') ?? { type: 'record', fields: [] }, 'config', 0, drawn);
  const protocols = fields.get('protocols');
  return {
    name,
    scopes: pluginScopes.filter((scope) => !isNever(fields.get(scope))),
    protocols: isRecord(protocols) ? fieldIn(protocols, 'protocols', 0, drawn) : null,
    config: { ...config, rules: [...(config.rules ?? []), ...rulesIn(schema.entity_checks, 'config.')] },
  };
};
