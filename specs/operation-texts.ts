import { searchTextOf } from '#domain/api/search-terms.ts';
import { methods } from './describe-spec.ts';
import type { OperationText } from './spec-document.ts';
import { type Fields, fieldsOf, listOf, pathItemOf } from './spec-tree.ts';

/** Limits above every real document. Characters; operations of one document. */
const most = { operations: 3_000, path: 500, summary: 200, name: 100, tags: 10 } as const;

/** Returns one line of text that the database takes. */
const line = (value: unknown, length: number): string =>
  typeof value === 'string'
    ? value
        .slice(0, length)
        .toWellFormed()
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
    : '';

/** Words within a name: `createContainer` has two. */
const apart = (name: string): string => name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');

const textOf = (path: string, method: string, operation: Fields): OperationText => {
  const summary = line(operation.summary, most.summary);
  const name = line(operation.operationId, most.name);
  const tags = listOf(operation.tags)
    .slice(0, most.tags)
    .map((tag) => line(tag, most.name));
  const written = [method, path, summary, name, ...tags];
  return { method, path, summary, words: searchTextOf([...written, ...written.map(apart)].join('\n')) };
};

/** Returns the operations of a parsed description in its order, with the words that they are found by. */
export const operationTextsIn = (value: unknown): OperationText[] => {
  const root = fieldsOf(value) ?? {};
  return Object.entries(fieldsOf(root.paths) ?? {})
    .filter(([path]) => path.startsWith('/') && path.length <= most.path)
    .flatMap(([path, written]) => {
      const item = pathItemOf(root, written);
      return methods.flatMap((method): OperationText[] => {
        const operation = fieldsOf(item?.[method]);
        return operation ? [textOf(line(path, most.path), method.toUpperCase(), operation)] : [];
      });
    })
    .slice(0, most.operations);
};
