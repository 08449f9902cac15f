import { areEqual } from '../json-number.ts';
import { type Fields, fieldsOf, listOf } from '../spec-tree.ts';
import { discriminated, inheritedForms } from './discriminator.ts';
import { type Matching, matchingOf } from './matching.ts';
import { impliedType, type Parts, partsOf, referenceIn, type Schema, typesOf, wordsIn } from './parts.ts';
import { textsOfPattern } from './pattern-text.ts';
import { numbersFor, sizeOf, textsFor } from './scalars.ts';

/** No value: nothing was found that obeys the schema within the limits. */
export const none: unique symbol = Symbol('none');

/**
 * Limits of one example. `depth` and `fields` count for what may be left out, `deepest` for everything. `values` counts all
 * values, because schemas that refer to each other never end, and `tries` all attempts.
 */
const most = {
  depth: 6,
  deepest: 40,
  fields: 40,
  values: 500,
  tries: 4_000,
  items: 100,
  variants: 4,
  own: 200,
} as const;

/**
 * Steps of checks, and attempts, that the examples of one document may take together, about two seconds of each; and steps of
 * one example. Directus' description 35 times, 14 MB with 4,500 operations, takes 15,000 attempts.
 */
const together = { checks: 2_000_000, tries: 80_000 } as const;
const mostChecks = 60_000;

type Place = Readonly<{
  depth: number;
  /** The references on the way to the schema. */
  way: ReadonlySet<string>;
  /** Which of several values is wanted: lists may want different ones. */
  variant: number;
  /** Whether what may be left out is left out. */
  isBare: boolean;
}>;

/**
 * Returns how many values are left after this one; below zero when it is too large, or has a number too large for JSON to write.
 * A long text counts as several.
 */
const without = (value: unknown, room: number): number => {
  if (typeof value === 'number' && !Number.isFinite(value)) return -1;
  let left = room - 1 - (typeof value === 'string' ? value.length / 20 : 0);
  if (typeof value !== 'object' || value === null) return left;
  for (const key in value) {
    if (left < 0) return left;
    left = without((value as Fields)[key], left);
  }
  return left;
};

const unionWords = new Set(['oneOf', 'anyOf', 'allOf', '$ref', '$dynamicRef', 'if', 'then', 'else', 'discriminator']);
const bare = (part: Fields): Fields =>
  Object.fromEntries(Object.entries(part).filter(([word]) => !unionWords.has(word)));

/** Keywords that a value may break although each of its parts is right. */
const tricky = [
  'not',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'uniqueItems',
  'propertyNames',
  'contains',
];

export type Samples = Readonly<{
  /** Returns a value that obeys the schema, or `none`. The first of the preferred values that obeys it comes first. */
  sample: (schema: Schema, preferred?: readonly unknown[]) => unknown;
  matches: Matching['matches'];
}>;

/** Creates examples for the schemas of a description. */
export const samplesOf = (root: Fields): Samples => {
  const steps = { left: 0 };
  const { matches, patternOf } = matchingOf(root, steps);
  const left = { values: 0, tries: 0 };

  const isRight = (schema: Schema, value: unknown): boolean => matches(schema, value) && steps.left > 0;

  const make = (schema: Schema, place: Place): unknown => {
    left.tries -= 1;
    if (left.tries < 0 || left.values < 0 || place.depth > most.deepest) return none;
    const draft = partsOf(root, schema, place.way);
    if (draft.isNever) return none;
    // A value that ends here, without following the circle any further.
    if (draft.isCircle) return isRight(schema, null) ? null : none;
    const own = ownValue(schema, draft, place);
    if (own !== none) return own;
    const further = { ...place, way: new Set([...place.way, ...draft.names]) };
    return counted(formOf(schema, draft, further));
  };

  const counted = (value: unknown): unknown => {
    if (value !== none) left.values -= 1;
    return value;
  };

  /** Returns all schemas for a place of a list: its own, or those of every other place. */
  const itemsAt = (draft: Parts, index: number): Schema[] =>
    draft.parts.flatMap((part) => {
      const places = listOf(part.prefixItems);
      const one = index < places.length ? places[index] : part.items;
      return one === undefined ? [] : [one];
    });

  /** Returns a value without the fields that only responses have. */
  const withoutReadOnly = (schema: Schema, value: unknown): unknown => {
    const draft = partsOf(root, schema);
    if (Array.isArray(value)) return value.map((item, index) => withoutReadOnly(joined(itemsAt(draft, index)), item));
    const fields = fieldsOf(value);
    if (!fields) return value;
    const sent = Object.keys(fields).filter((name) => !isReadOnly(propertyOf(draft, name)));
    return Object.fromEntries(sent.map((name) => [name, withoutReadOnly(propertyOf(draft, name), fields[name])]));
  };

  /** Returns an author's value as it is sent. Authors write one example for requests and responses. */
  const sendable = (schema: Schema, value: unknown): unknown => {
    const sent = withoutReadOnly(schema, value);
    return isRight(schema, sent) ? sent : value;
  };

  /** Returns the first right value of those that the schema itself lists. */
  const ownValue = (schema: Schema, draft: Parts, { variant }: Place): unknown => {
    const words = (word: string): unknown[] => wordsIn(draft, word);
    const examples = [...words('example'), ...words('examples').flatMap(listOf), ...words('default')];
    const listed = [...words('const'), ...words('enum').flatMap(listOf)].slice(0, most.own);
    const values = (variant === 0 ? [...examples, ...listed] : listed).filter((one) => one !== null);
    const right = values.filter(
      (one, index) => index <= most.own && isRight(schema, one) && without(one, left.values) >= 0,
    );
    const last = listed.includes(null) && isRight(schema, null) ? null : none;
    const found = right.length > 0 ? sendable(schema, right[variant % right.length]) : last;
    if (found !== none) left.values = without(found, left.values);
    return found;
  };

  /** Takes one of each list of alternatives, until what remains has none. */
  const formOf = (schema: Schema, draft: Parts, place: Place): unknown => {
    const [union, ...others] = draft.unions;
    const [inherited] = draft.inherited;
    if (!union && !inherited) return plain(schema, draft, place);
    const base = draft.parts.map(bare);
    const rest = others.map(({ word, alternatives, discriminator }) => ({ [word]: alternatives, discriminator }));
    const forms = union
      ? union.alternatives.map((one) => {
          const told = discriminated(root, union.discriminator, referenceIn(fieldsOf(one) ?? {}));
          return { allOf: [...base, ...rest, one, told] };
        })
      : inherited
        ? inheritedForms(root, draft, inherited).map((one) => ({ allOf: [...base, one] }))
        : [];
    const way = inherited && !union ? new Set([...place.way].filter((one) => one !== inherited.owner)) : place.way;
    const isOpen = union && !place.isBare && union.alternatives.length > 1;
    let isShared = false;
    for (const isBare of isOpen ? [false, true] : [place.isBare])
      for (const form of forms) {
        const value = make(form, { ...place, way, isBare });
        if (value !== none && value !== null && isRight(schema, value)) return value;
        isShared ||= value !== none && value !== null;
      }
    // The values found may be those of several alternatives: what is in one only is right.
    if (union?.word === 'oneOf' && isShared)
      for (const [index, form] of forms.entries()) {
        const others = union.alternatives.filter((_, at) => at !== index);
        const value = make({ allOf: [form, { not: { anyOf: others } }] }, { ...place, way });
        if (value !== none && isRight(schema, value)) return value;
      }
    if (!union) return plain(schema, { ...draft, inherited: [] }, place);
    // Some documents mean `anyOf` when they write `oneOf`, so a value that all of them take is no use. What only one takes is.
    return isRight(schema, null) ? null : none;
  };

  const plain = (schema: Schema, draft: Parts, place: Place): unknown => {
    const types = typesOf(draft) ?? [impliedType(draft) ?? 'string', 'string', 'integer', 'object', 'boolean', 'array'];
    const isTricky = tricky.some((word) => wordsIn(draft, word).length > 0);
    for (const type of types)
      for (let variant = place.variant; variant < place.variant + (isTricky ? most.variants : 1); variant += 1) {
        const value = ofType(type, draft, { ...place, variant });
        if (value !== none && (!isTricky || isRight(schema, value))) return value;
      }
    return none;
  };

  /** Yields texts that surely match their patterns: a value that may be wrong is worse than none. */
  function* provenTexts(draft: Parts, variant: number): Generator<string> {
    const patterns = wordsIn(draft, 'pattern').filter((one) => typeof one === 'string');
    for (const text of textsFor(draft, variant)) if (patterns.every((one) => patternOf(one).proves(text))) yield text;
  }

  const ofType = (type: string, draft: Parts, place: Place): unknown => {
    const all = { allOf: draft.parts.map(bare) };
    const firstRight = (values: Iterable<unknown>): unknown => {
      for (const value of values) if (isRight(all, value)) return value;
      return none;
    };
    switch (type) {
      case 'object':
        return objectOf(draft, place);
      case 'array':
        return listOfItems(draft, place);
      case 'string':
        return firstRight(provenTexts(draft, place.variant));
      case 'integer':
      case 'number':
        return firstRight(numbersFor(draft, type === 'integer', place.variant));
      case 'boolean':
        return place.variant % 2 === 0;
      default:
        return type === 'null' ? null : none;
    }
  };

  const joined = (schemas: readonly Schema[]): Schema => (schemas.length === 1 ? schemas[0] : { allOf: schemas });

  /** Returns all schemas for a property: its own, those of its pattern, and those of what is not described. */
  const propertyOf = (draft: Parts, name: string): Schema =>
    joined(
      draft.parts.flatMap((part) => {
        const properties = fieldsOf(part.properties) ?? {};
        const found = [
          ...(Object.hasOwn(properties, name) ? [properties[name]] : []),
          ...Object.entries(fieldsOf(part.patternProperties) ?? {}).flatMap(([pattern, one]) =>
            patternOf(pattern).test(name) ? [one] : [],
          ),
        ];
        if (found.length > 0 || part.additionalProperties === undefined) return found;
        return [part.additionalProperties];
      }),
    );

  const isReadOnly = (schema: Schema): boolean => wordsIn(partsOf(root, schema), 'readOnly').includes(true);

  /** Yields names for properties that the schema does not name. */
  function* freeNames(draft: Parts): Generator<string> {
    for (const pattern of wordsIn(draft, 'patternProperties').flatMap((one) => Object.keys(fieldsOf(one) ?? {})))
      for (let variant = 0; variant < 5; variant += 1)
        for (const text of textsOfPattern(pattern, 1, variant)) {
          yield text;
          yield `${text}${variant + 1}`;
        }
    const names = wordsIn(draft, 'propertyNames');
    for (let variant = 0; variant < 20; variant += 1) {
      const name = names.length > 0 ? make(joined(names), { depth: 0, way: new Set(), isBare: true, variant }) : none;
      if (typeof name === 'string') yield name;
      yield `property${variant + 1}`;
    }
  }

  const objectOf = (draft: Parts, place: Place): unknown => {
    const described = [...new Set(wordsIn(draft, 'properties').flatMap((one) => Object.keys(fieldsOf(one) ?? {})))];
    const asked = wordsIn(draft, 'required')
      .flatMap(listOf)
      .filter((one) => typeof one === 'string');
    const required = new Set(asked.filter((name) => !isReadOnly(propertyOf(draft, name))));
    const dependent = [...wordsIn(draft, 'dependentRequired'), ...wordsIn(draft, 'dependencies')];
    // The loop also visits names that are added while it runs.
    for (const name of required)
      for (const needed of dependent) for (const one of listOf(fieldsOf(needed)?.[name])) required.add(String(one));
    const [least, greatest] = sizeOf(draft, 'Properties');
    const value: Record<string, unknown> = Object.create(null);
    let count = 0;
    const put = (name: string): boolean => {
      const made = make(propertyOf(draft, name), { ...place, depth: place.depth + 1 });
      if (made === none) return false;
      value[name] = made;
      count += 1;
      return true;
    };
    const names = [...described, ...[...required].filter((name) => !described.includes(name))];
    let optional = Math.min(place.isBare || place.depth >= most.depth ? 0 : most.fields, greatest - required.size);
    if (place.isBare) optional = Math.max(optional, least - required.size);
    // What must be there comes first, while there is room for it.
    for (const name of names) if (required.has(name) && !put(name)) return none;
    for (const name of names)
      if (optional > 0 && !required.has(name) && !isReadOnly(propertyOf(draft, name)) && put(name)) optional -= 1;
    for (const name of count < least ? freeNames(draft) : []) {
      if (count >= least) break;
      if (!Object.hasOwn(value, name) && isRight({ allOf: wordsIn(draft, 'propertyNames') }, name)) put(name);
    }
    if (count < least) return none;
    const order = [...names.filter((name) => Object.hasOwn(value, name)), ...Object.keys(value)];
    return Object.fromEntries(order.map((name) => [name, value[name]]));
  };

  const listOfItems = (draft: Parts, place: Place): unknown => {
    const [least, greatest] = sizeOf(draft, 'Items');
    if (least > most.items) return none;
    const first = Math.max(0, ...wordsIn(draft, 'prefixItems').map((one) => listOf(one).length));
    const contained = wordsIn(draft, 'contains');
    const needed = Math.max(contained.length > 0 ? 1 : 0, ...wordsIn(draft, 'minContains').map(Number));
    const wanted = Math.max(least, first, needed, place.isBare ? 0 : 1);
    const isUnique = wordsIn(draft, 'uniqueItems').includes(true);
    const items: unknown[] = [];
    const itemAt = (index: number): Schema =>
      joined([...itemsAt(draft, index), ...(index >= first && index < first + needed ? contained : [])]);
    for (let index = 0; index < Math.min(Math.max(wanted, first + needed), greatest); index += 1) {
      let item: unknown = none;
      for (let more = 0; more <= (isUnique ? most.items : 0); more += 1) {
        const variant = isUnique ? index + more + place.variant : place.variant;
        item = make(itemAt(index), { ...place, depth: place.depth + 1, variant });
        if (item === none || !isUnique || !items.some((one) => areEqual(one, item))) break;
        item = none;
      }
      if (item === none) break;
      items.push(item);
    }
    return items.length < least || items.length < Math.min(needed, greatest) ? none : items;
  };

  const allowed: { checks: number; tries: number } = { ...together };
  const granted = { checks: 0, tries: 0 };
  /** Gives the next attempt its steps. */
  const renew = (): void => {
    allowed.checks -= granted.checks - steps.left;
    allowed.tries -= granted.tries - left.tries;
    granted.checks = Math.max(Math.min(mostChecks, allowed.checks), 0);
    granted.tries = Math.max(Math.min(most.tries, allowed.tries), 0);
    steps.left = granted.checks;
    Object.assign(left, { values: most.values, tries: granted.tries });
  };

  const sample: Samples['sample'] = (schema, preferred = []) => {
    renew();
    for (const one of preferred)
      if (without(one, most.values) >= 0 && isRight(schema, one)) return sendable(schema, one);
    if (schema === undefined) return none;
    // With everything that fits, then with what must be there only.
    for (const isBare of [false, true])
      for (const variant of [0, 1]) {
        renew();
        const value = make(schema, { depth: 0, way: new Set(), variant, isBare });
        if (value !== none && isRight(schema, value)) return value;
      }
    return none;
  };

  return {
    sample,
    matches: (schema, value) => {
      renew();
      return isRight(schema, value);
    },
  };
};
