import { type Fields, fieldsOf } from './spec-tree.ts';

const has = (fields: Fields | undefined, ...names: string[]): boolean =>
  names.every((name) => fields !== undefined && Object.hasOwn(fields, name));

const isPostman = ({ info }: Fields): boolean => {
  const about = fieldsOf(info);
  return has(about, '_postman_id') || String(about?.schema).includes('.getpostman.com/');
};

/**
 * Returns the format of a document that is not OpenAPI, so that the message can name it. People often choose the wrong
 * export.
 *
 * @param text the source. RAML is recognized by its first line.
 */
export const otherFormatOf = (root: Fields, text: string): string | undefined => {
  if (isPostman(root)) return 'Postman';
  if (has(root, 'asyncapi')) return 'AsyncAPI';
  if (has(root, 'swaggerVersion')) return 'Swagger 1';
  if (/^\uFEFF?#%RAML\b/.test(text)) return 'RAML';
  if (has(root, '_type', 'resources')) return 'Insomnia';
  if (has(fieldsOf(root.log), 'version', 'entries')) return 'HAR';
  if (has(root, 'apiVersion', 'kind')) return 'Kubernetes';
  if (has(root, 'arazzo')) return 'Arazzo';
  return has(root, '$schema') ? 'JSON Schema' : undefined;
};
