import type { RouteExamples } from '#test/examples/route-examples.ts';

/** No deployment has it. */
const nowhere = '12-0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const all = (name: string, own: number, others: number) =>
  `${name} own ${own} ${own} ${Array.from({ length: 6 }, () => others).join(' ')}`;

export const examples: RouteExamples = {
  who: `
    portal gateway admin user auditor support owner owningAdmin
    ${all('GET /api/kong/drift', 200, 403)}
    ${all('GET /api/kong/drift/download', 200, 403)}
    ${all('GET /api/kong/drift/{id}', 404, 404)}
    ${all('POST /api/kong/drift/{id}/answer', 404, 403)}
    ${all('POST /api/kong/drift/answers', 200, 403)}
  `,
  own: [
    'GET /api/kong/drift',
    'GET /api/kong/drift/download',
    'GET /api/kong/drift/{id}',
    'POST /api/kong/drift/{id}/answer',
    'POST /api/kong/drift/answers',
  ],
  calls: () => ({
    'GET /api/kong/drift/{id}': () => ({ target: `/api/kong/drift/${nowhere}` }),
    'POST /api/kong/drift/{id}/answer': () => ({
      target: `/api/kong/drift/${nowhere}/answer`,
      json: { answer: 'ignore', reason: 'moved on purpose', seen: 'as-it-was' },
    }),
    'POST /api/kong/drift/answers': () => ({
      target: '/api/kong/drift/answers',
      json: { answer: 'ignore', reason: 'moved on purpose', differences: [{ id: nowhere, seen: 'as-it-was' }] },
    }),
  }),
};
