import { tryItMethods } from '#domain/try-it/call-parts.ts';
import type { TryItOperation } from '#domain/try-it/schema.ts';
import { serversOf } from './servers.ts';
import { operationsIn } from './spec-operations.ts';
import { type Fields, fieldsOf, listOf, pathItemOf, resolved } from './spec-tree.ts';
import { bodiesOf } from './try-it/body.ts';
import { examplesOf } from './try-it/examples.ts';
import { parameterOf, type Reading } from './try-it/parameter.ts';
import { allowance, line } from './try-it/texts.ts';

/** Limits above every real document. Nobody reads a longer list. */
const most = { operations: 3_000, parameters: 60, unsent: 20 } as const;

/** Returns the parameters of an operation and its path. The operation's own wins when name and place are equal. */
const parametersOf = (root: Fields, item: Fields, operation: Fields): Fields[] => {
  const written = [operation, item].flatMap(({ parameters }) => listOf(parameters).slice(0, most.parameters));
  const all = written.flatMap((one): Fields[] => {
    const fields = resolved(root, one);
    return fields ? [fields] : [];
  });
  const seen = new Set<string>();
  return all.filter(({ name, in: place }) => {
    const key = `${place} ${name}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
};

/** Returns the operations of a parsed description in its order, with what a call of each needs. */
export const tryItOperationsIn = (value: unknown): TryItOperation[] => {
  const root = fieldsOf(value) ?? {};
  const { basePath } = operationsIn(root);
  const operations: TryItOperation[] = [];
  const reading: Reading = {
    root,
    isSwagger2: typeof root.swagger === 'string',
    examples: examplesOf(root),
    left: { ...allowance },
    parameters: new Map(),
  };
  for (const [path, raw] of Object.entries(fieldsOf(root.paths) ?? {})) {
    const item = pathItemOf(root, raw);
    if (!item || !path.startsWith('/') || path.length > 500) continue;
    for (const method of tryItMethods) {
      const operation = fieldsOf(item[method.toLowerCase()]);
      if (!operation || operations.length >= most.operations) continue;
      const written = parametersOf(root, item, operation);
      const read = written.flatMap((one) => parameterOf(reading, one, path) ?? []);
      const { bodies, unsent } = bodiesOf(reading, method, operation, written);
      const [{ path: own }] = serversOf(root, operation, item);
      operations.push({
        method,
        path: path.toWellFormed(),
        ...(own === basePath ? {} : { basePath: own }),
        summary: line(operation.summary ?? operation.operationId, 200),
        parameters: read.flatMap((one) => ('unsent' in one ? [] : [one])).slice(0, most.parameters),
        bodies,
        unsent: [...read.flatMap((one) => ('unsent' in one ? [one.unsent] : [])), ...unsent].slice(0, most.unsent),
      });
    }
  }
  return operations;
};
