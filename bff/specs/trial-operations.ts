import { isFreeHeader, parameterPlaces, trialMethods } from '#domain/trial/call-parts.ts';
import type { TrialOperation, TrialParameter } from '#domain/trial/schema.ts';
import { atPointer, fieldsOf } from './describe-spec.ts';
import { bodyExample, parameterExample } from './spec-example.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Larger documents than any real one; nobody looks through more. */
const most = { operations: 3_000, parameters: 60 } as const;

const line = (value: unknown, length: number): string =>
  typeof value === 'string' ? value.slice(0, length).replace(/\s+/g, ' ').trim().toWellFormed() : '';

const resolved = (root: Fields, value: unknown): Fields | undefined => {
  const fields = fieldsOf(value);
  return typeof fields?.$ref === 'string' ? fieldsOf(atPointer(root, fields.$ref)) : fields;
};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** An operation's own parameters go before those of its path; one of a name and place is one. */
const parametersOf = (root: Fields, item: Fields, operation: Fields): Fields[] => {
  const all = [...list(operation.parameters), ...list(item.parameters)].flatMap((one): Fields[] => {
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

const parameterOf = (root: Fields, parameter: Fields): TrialParameter[] => {
  const place = parameterPlaces.find((one) => one === parameter.in);
  const name = line(parameter.name, 100);
  if (!place || name === '' || (place === 'header' && !isFreeHeader(name))) return [];
  return [
    {
      name,
      in: place,
      required: place === 'path' || parameter.required === true,
      description: line(parameter.description, 300),
      example: parameterExample(root, parameter),
    },
  ];
};

const bodyOf = (root: Fields, operation: Fields, parameters: readonly Fields[]): TrialOperation['body'] => {
  const content = fieldsOf(resolved(root, operation.requestBody)?.content);
  if (content) {
    const types = Object.keys(content);
    const contentType = types.find((type) => /json/i.test(type)) ?? types[0];
    return contentType === undefined
      ? null
      : { contentType: line(contentType, 100), example: bodyExample(root, fieldsOf(content[contentType])) };
  }
  // Swagger 2.0: the body is a parameter.
  const parameter = parameters.find((one) => one.in === 'body');
  if (!parameter) return null;
  const consumed = list(operation.consumes ?? root.consumes)[0];
  return { contentType: line(consumed, 100) || 'application/json', example: bodyExample(root, parameter) };
};

/** The operations of a parsed description, in its order, with what a call of each needs. */
export const trialOperationsIn = (value: unknown): TrialOperation[] => {
  const root = fieldsOf(value) ?? {};
  const operations: TrialOperation[] = [];
  for (const [path, raw] of Object.entries(fieldsOf(root.paths) ?? {})) {
    const item = resolved(root, raw);
    if (!item || !path.startsWith('/') || path.length > 500) continue;
    for (const method of trialMethods) {
      const operation = fieldsOf(item[method.toLowerCase()]);
      if (!operation || operations.length >= most.operations) continue;
      const parameters = parametersOf(root, item, operation);
      operations.push({
        method,
        path: path.toWellFormed(),
        summary: line(operation.summary ?? operation.operationId, 200),
        parameters: parameters.flatMap((one) => parameterOf(root, one)).slice(0, most.parameters),
        body: bodyOf(root, operation, parameters),
      });
    }
  }
  return operations;
};
