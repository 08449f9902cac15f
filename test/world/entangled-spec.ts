const ref = (index: number) => ({ $ref: `#/components/schemas/thing_${index}` });

/**
 * Returns a description of the nature of Stripe's: each schema refers to many others, also in circles, as an id or as the
 * whole thing.
 *
 * @param count of schemas.
 */
export const entangledSpec = (count: number, title = 'Entangled') => {
  const schemaOf = (index: number) => ({
    type: 'object',
    description: `Thing number ${index}.`,
    properties: {
      id: { type: 'string' },
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, part) => [
          `part_${part}`,
          { anyOf: [{ type: 'string', maxLength: 5000 }, ref((index * 7 + part * 13 + 1) % count)] },
        ]),
      ),
    },
  });
  const operationOf = (index: number) => ({
    summary: `Read thing ${index}`,
    tags: [`Group ${index % 3}`],
    responses: {
      200: {
        description: 'Found',
        content: {
          'application/json': {
            schema: { type: 'object', properties: { data: { type: 'array', items: ref(index % count) } } },
          },
        },
      },
    },
  });
  return {
    openapi: '3.0.3',
    info: { title, version: '1.0.0', description: 'Everything refers to everything.' },
    paths: Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`/things/${index}`, { get: operationOf(index) }]),
    ),
    components: {
      schemas: Object.fromEntries(Array.from({ length: count }, (_, index) => [`thing_${index}`, schemaOf(index)])),
    },
  };
};
