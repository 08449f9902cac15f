import { isDeepStrictEqual } from 'node:util';
import { mostChanges, type SpecChange, type SpecComparison } from '#domain/api/comparison.ts';
import { compareOperations } from './compare-operations.ts';
import { type Found, schemaComparison } from './compare-schemas.ts';
import { type Contract, contractOf, type Operation, type Schema } from './contract.ts';
import { reachable } from './schema-reference.ts';

const sentIn = ({ parameters, body }: Operation): Schema[] => [
  ...[...parameters.values()].map(({ schema }) => schema),
  ...(body?.content.values() ?? []),
];
const readFrom = ({ responses }: Operation): Schema[] =>
  [...responses.values()].flatMap(({ content, headers }) => [...content.values(), ...headers.values()]);

/** The names of the schemas that callers send, and of those that they read. */
const usesOf = (contract: Contract) => {
  const operations = [...contract.operations.values()];
  return {
    request: reachable(contract, operations.flatMap(sentIn)),
    response: reachable(contract, operations.flatMap(readFrom)),
  };
};

const line = (
  subject: string,
  kind: SpecChange['kind'],
  effect: SpecChange['effect'],
  found: Pick<Found, 'what' | 'breaking'> & Partial<Found>,
): SpecChange => ({ subject: shortened(subject), kind, effect, place: '', before: '', after: '', ...found });

/** Names are a stranger's text. */
const shortened = (text: string): string => text.slice(0, 300).toWellFormed();

const operationChanges = (before: Contract, after: Contract): SpecChange[] => {
  const compare = schemaComparison(before, after);
  const changes: SpecChange[] = [];
  for (const [key, operation] of before.operations) {
    const now = after.operations.get(key);
    if (!now) changes.push(line(operation.name, 'operation', 'removed', { what: 'operation-removed', breaking: true }));
    else
      for (const found of compareOperations(operation, now, compare))
        changes.push(line(operation.name, 'operation', 'changed', found));
  }
  for (const [key, operation] of after.operations)
    if (!before.operations.has(key))
      changes.push(line(operation.name, 'operation', 'added', { what: 'operation-added', breaking: false }));
  return changes;
};

/**
 * Schemas that have a name are compared once, under it, however many operations use them. One that comes or goes breaks
 * nothing by itself: what used it says so.
 */
const schemaChanges = (before: Contract, after: Contract): SpecChange[] => {
  const compare = schemaComparison(before, after);
  const uses = usesOf(before);
  const changes: SpecChange[] = [];
  for (const [name, schema] of before.schemas) {
    if (!after.schemas.has(name)) {
      changes.push(line(name, 'schema', 'removed', { what: 'schema-removed', breaking: false }));
      continue;
    }
    const now = after.schemas.get(name);
    if (isDeepStrictEqual(schema, now)) continue;
    const found: Found[] = [];
    const use = { request: uses.request.has(name), response: uses.response.has(name) };
    compare(schema, now, '', use, (one) => void found.push(one));
    if (found.length === 0)
      found.push({ what: 'schema-documented', place: '', before: '', after: '', breaking: false });
    for (const one of found) changes.push(line(name, 'schema', 'changed', one));
  }
  for (const name of after.schemas.keys())
    if (!before.schemas.has(name))
      changes.push(line(name, 'schema', 'added', { what: 'schema-added', breaking: false }));
  return changes;
};

/**
 * What differs between two parsed descriptions, each line with its verdict: whether a caller who keeps to the older one
 * may fail with the newer one. Runs in the worker thread only.
 */
export const compareSpecs = (older: unknown, newer: unknown): SpecComparison => {
  const [before, after] = [contractOf(older), contractOf(newer)];
  const all = [...operationChanges(before, after), ...schemaChanges(before, after)];
  const breaking = all.filter((change) => change.breaking);
  const changes = [...breaking, ...all.filter((change) => !change.breaking)].slice(0, mostChanges);
  return {
    changes: changes.map((change) => ({
      ...change,
      place: shortened(change.place),
      before: shortened(change.before),
      after: shortened(change.after),
    })),
    breaking: breaking.length,
    total: all.length,
  };
};
