import { dump } from 'js-yaml';
import type { DemoApi } from './catalogue.ts';

const schemaOf = (type: DemoApi['fields'][string]) =>
  type === 'date-time' ? { type: 'string', format: 'date-time' } : { type };

const json = (schema: object) => ({ 'application/json': { schema } });

/** Returns a small, complete OpenAPI 3.1 document of a demo API as YAML. */
export const demoSpec = ({ name, version, description, thing, things, fields }: DemoApi): string => {
  const component = thing.replace(/(^| )(\w)/g, (_all, _space, letter: string) => letter.toUpperCase());
  const reference = { $ref: `#/components/schemas/${component}` };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const notFound = { 404: { description: `There is no such ${thing}` } };
  const document = {
    openapi: '3.1.0',
    info: { title: name, version, description },
    servers: [{ url: `https://${things}.portico.example/v${version.split('.')[0]}` }],
    tags: [{ name: component }],
    paths: {
      [`/${things}`]: {
        get: {
          operationId: `list${component}s`,
          tags: [component],
          summary: `List ${things}`,
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
          ],
          responses: { 200: { description: 'A page of them', content: json({ type: 'array', items: reference }) } },
        },
        post: {
          operationId: `create${component}`,
          tags: [component],
          summary: `Create a ${thing}`,
          requestBody: { required: true, content: json(reference) },
          responses: {
            201: { description: 'Created', content: json(reference) },
            400: { description: 'Something in it is wrong' },
          },
        },
      },
      [`/${things}/{id}`]: {
        parameters: [id],
        get: {
          operationId: `get${component}`,
          tags: [component],
          summary: `Read one ${thing}`,
          responses: { 200: { description: 'Found', content: json(reference) }, ...notFound },
        },
        delete: {
          operationId: `delete${component}`,
          tags: [component],
          summary: `Delete a ${thing}`,
          responses: { 204: { description: 'Deleted' }, ...notFound },
        },
      },
    },
    components: {
      schemas: {
        [component]: {
          type: 'object',
          required: Object.keys(fields).slice(0, 2),
          properties: {
            id: { type: 'string', readOnly: true },
            ...Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, schemaOf(type)])),
          },
        },
      },
    },
  };
  // Without YAML references (`&ref_0`), as people write.
  return dump(document, { noRefs: true });
};
