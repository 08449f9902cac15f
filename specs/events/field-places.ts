import { referenceOf } from '../compare/schema-names.ts';
import type { Fields } from '../spec-tree.ts';
import { schemasIn } from './walk-schema.ts';

/** Words on the way to a schema that are no part of a field's name. */
const silent = new Set('allOf anyOf oneOf then else not if $ref'.split(' '));
const isList = new Set('items prefixItems additionalItems contains unevaluatedItems'.split(' '));
const isOthers = new Set('additionalProperties patternProperties propertyNames unevaluatedProperties'.split(' '));

const join = (field: string, part: string): string =>
  field === '' || part === '[]' ? `${field}${part}` : `${field}.${part}`;

/** Returns the field of a message that a place in a schema describes: `lines[].price` for `/properties/lines/items/properties/price`. */
export const fieldAt = (pointer: string): string => {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let field = '';
  for (let at = 0; at < steps.length; at += 1) {
    const [step = '', next = ''] = [steps[at], steps[at + 1]];
    if (step === 'properties' || step === 'dependentSchemas') {
      field = join(field, next);
      at += 1;
    } else if (isList.has(step)) {
      field = join(field, '[]');
      if (/^\d+$/.test(next)) at += 1;
    } else if (isOthers.has(step)) {
      field = join(field, '*');
      if (step === 'patternProperties') at += 1;
    } else if (silent.has(step) && /^\d+$/.test(next)) at += 1;
  }
  return field;
};

/** Where a schema is defined, for others to refer to. */
const definition = /^\/(?:\$defs|definitions)\/[^/]+/;

/**
 * Returns the field where each named schema of an event is first used, by the schema's name. So a reader is told of
 * `customer.address`, not of a definition that they would have to look for.
 */
export const fieldsOfNames = (root: Fields): ReadonlyMap<string, string> => {
  const uses = schemasIn(root).flatMap(([place, fields]) => {
    const name = referenceOf(fields);
    return name === undefined ? [] : [{ name, place, home: definition.exec(place)?.[0] }];
  });
  const found = new Map<string, string>([['#', '']]);
  // The loop also visits names that are added while it runs.
  for (const [owner, field] of found) {
    const ownHome = uses.filter(({ home }) => (owner === '#' ? home === undefined : nameOf(home) === owner));
    for (const { name, place, home = '' } of ownHome) {
      const inside = fieldAt(place.slice(home.length));
      if (!found.has(name)) found.set(name, inside === '' ? field : join(field, inside));
    }
  }
  return found;
};

/** Returns the name that references give to a definition's place. */
const nameOf = (home: string | undefined): string | undefined =>
  home === undefined ? undefined : referenceOf({ $ref: `#${home}` });
