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

/** Names are a stranger's text. */
const shortened = (text: string): string => text.slice(0, 300).toWellFormed();

type Add = (
  subject: string,
  kind: SpecChange['kind'],
  effect: SpecChange['effect'],
  found: Pick<Found, 'what' | 'breaking'> & Partial<Found>,
) => void;

/** Counts every line and keeps the first ones, breaking and other, that an answer has room for. */
const collector = () => {
  const kept = { breaking: [] as SpecChange[], other: [] as SpecChange[] };
  const counts = { breaking: 0, total: 0 };
  const add: Add = (subject, kind, effect, { what, breaking, place = '', before = '', after = '' }) => {
    counts.total += 1;
    if (breaking) counts.breaking += 1;
    const lines = breaking ? kept.breaking : kept.other;
    if (lines.length >= mostChanges) return;
    lines.push({
      subject: shortened(subject),
      kind,
      effect,
      what,
      breaking,
      place: shortened(place),
      before: shortened(before),
      after: shortened(after),
    });
  };
  return {
    add,
    result: (): SpecComparison => ({ ...counts, changes: [...kept.breaking, ...kept.other].slice(0, mostChanges) }),
  };
};

const compareAllOperations = (before: Contract, after: Contract, add: Add): void => {
  for (const [key, operation] of before.operations) {
    const now = after.operations.get(key);
    if (!now) add(operation.name, 'operation', 'removed', { what: 'operation-removed', breaking: true });
    else
      compareOperations([before, after], operation, now, (found) => add(operation.name, 'operation', 'changed', found));
  }
  for (const [key, operation] of after.operations)
    if (!before.operations.has(key))
      add(operation.name, 'operation', 'added', { what: 'operation-added', breaking: false });
};

/**
 * Schemas that have a name are compared once, under it, however many operations use them. One that comes or goes breaks
 * nothing by itself: what used it says so.
 */
const compareAllSchemas = (before: Contract, after: Contract, add: Add): void => {
  const uses = usesOf(before);
  for (const [name, schema] of before.schemas) {
    if (!after.schemas.has(name)) {
      add(name, 'schema', 'removed', { what: 'schema-removed', breaking: false });
      continue;
    }
    const now = after.schemas.get(name);
    if (isDeepStrictEqual(schema, now)) continue;
    let hasChanged = false;
    const compare = schemaComparison(before, after, (found) => {
      hasChanged = true;
      add(name, 'schema', 'changed', found);
    });
    compare(schema, now, '', { request: uses.request.has(name), response: uses.response.has(name) });
    if (!hasChanged) add(name, 'schema', 'changed', { what: 'schema-documented', breaking: false });
  }
  for (const name of after.schemas.keys())
    if (!before.schemas.has(name)) add(name, 'schema', 'added', { what: 'schema-added', breaking: false });
};

/**
 * What differs between two parsed descriptions, each line with its verdict: whether a caller who keeps to the older one
 * may fail with the newer one. Runs in the worker thread only.
 */
export const compareSpecs = (older: unknown, newer: unknown): SpecComparison => {
  const [before, after] = [contractOf(older), contractOf(newer)];
  const { add, result } = collector();
  compareAllOperations(before, after, add);
  compareAllSchemas(before, after, add);
  return result();
};
