import { isFreeHeader, parameterPlaces, tryItMethods } from '#domain/try-it/call-parts.ts';
import type { TryItOperation, TryItParameter } from '#domain/try-it/schema.ts';
import { bodyExample, parameterExample } from './spec-example.ts';
import { type Fields, fieldsOf, listOf, pathItemOf, resolved } from './spec-tree.ts';

/** Limits above every real document. Nobody reads a longer list. */
const most = { operations: 3_000, parameters: 60 } as const;

/**
 * Limits of the whole list: parameters, and characters of texts and examples. With references a small document can repeat
 * a text thousands of times.
 */
const allowance = { parameters: 20_000, characters: 2_000_000 } as const;
type Left = { parameters: number; characters: number };

/** Returns the text while the limit allows it. */
const fitting = (left: Left, text: string): string => {
  left.characters -= text.length;
  return left.characters < 0 ? '' : text;
};

const line = (value: unknown, length: number): string =>
  typeof value === 'string' ? value.slice(0, length).replace(/\s+/g, ' ').trim().toWellFormed() : '';

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

const parameterOf = (root: Fields, parameter: Fields, path: string, left: Left): TryItParameter[] => {
  const place = parameterPlaces.find((one) => one === parameter.in);
  const name = line(parameter.name, 100);
  if (!place || name === '' || (place === 'header' && !isFreeHeader(name))) return [];
  left.parameters -= 1;
  // Parameters in the path are always kept: without them there is no path to call.
  if (left.parameters < 0 && !path.includes(`{${name}}`)) return [];
  return [
    {
      name,
      in: place,
      required: place === 'path' || parameter.required === true,
      description: fitting(left, line(parameter.description, 300)),
      example: fitting(left, parameterExample(root, parameter)),
    },
  ];
};

const bodyOf = (root: Fields, operation: Fields, parameters: readonly Fields[], left: Left): TryItOperation['body'] => {
  const exampleOf = (media: Fields | undefined): string =>
    left.characters > 0 ? fitting(left, bodyExample(root, media)) : '';
  const content = fieldsOf(resolved(root, operation.requestBody)?.content);
  if (content) {
    const types = Object.keys(content);
    const contentType = types.find((type) => /json/i.test(type)) ?? types[0];
    return contentType === undefined
      ? null
      : { contentType: line(contentType, 100), example: exampleOf(fieldsOf(content[contentType])) };
  }
  // Swagger 2.0: the body is a parameter.
  const parameter = parameters.find((one) => one.in === 'body');
  if (!parameter) return null;
  const consumed = listOf(operation.consumes ?? root.consumes)[0];
  return { contentType: line(consumed, 100) || 'application/json', example: exampleOf(parameter) };
};

/** Returns the operations of a parsed description in its order, with what a call of each needs. */
export const tryItOperationsIn = (value: unknown): TryItOperation[] => {
  const root = fieldsOf(value) ?? {};
  const operations: TryItOperation[] = [];
  const left: Left = { ...allowance };
  for (const [path, raw] of Object.entries(fieldsOf(root.paths) ?? {})) {
    const item = pathItemOf(root, raw);
    if (!item || !path.startsWith('/') || path.length > 500) continue;
    for (const method of tryItMethods) {
      const operation = fieldsOf(item[method.toLowerCase()]);
      if (!operation || operations.length >= most.operations) continue;
      const parameters = parametersOf(root, item, operation);
      operations.push({
        method,
        path: path.toWellFormed(),
        summary: line(operation.summary ?? operation.operationId, 200),
        parameters: parameters.flatMap((one) => parameterOf(root, one, path, left)).slice(0, most.parameters),
        body: bodyOf(root, operation, parameters, left),
      });
    }
  }
  return operations;
};
