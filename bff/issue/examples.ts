import type { RouteExamples } from '#test/examples/route-examples.ts';
import { newName } from '#test/examples/route-examples.ts';

const issueForm = () => {
  const form = new FormData();
  form.set('title', newName());
  form.set('description', 'It does not work');
  form.set('issueFile', new File(['what it said'], 'log.txt'));
  return form;
};

export const examples: RouteExamples = {
  who: `
                                    portal gateway admin user auditor support owner owningAdmin
    POST /api/user/reportIssue  own 200    200     200   200  200     200     200   200
    GET /api/issues             own 200    403     403   403  403     200     403   403
    GET /api/issues/{id}        own 200    403     403   403  403     200     403   403
    GET /api/issues/{id}/file   own 200    403     403   403  403     200     403   403
    POST /api/issues/{id}/close own 200    403     403   403  403     200     403   403
  `,
  own: ['GET /api/issues', 'GET /api/issues/{id}', 'GET /api/issues/{id}/file', 'POST /api/issues/{id}/close'],
  calls: async (world) => {
    const { body } = await world.ask(world.acme.members.user, 'POST', '/api/user/reportIssue', { body: issueForm() });
    await world.shown(body.position);
    return {
      'POST /api/user/reportIssue': () => ({ target: '/api/user/reportIssue', body: issueForm() }),
      'GET /api/issues/{id}': () => ({ target: `/api/issues/${body.issueId}` }),
      'GET /api/issues/{id}/file': () => ({ target: `/api/issues/${body.issueId}/file` }),
      'POST /api/issues/{id}/close': () => ({ target: `/api/issues/${body.issueId}/close` }),
    };
  },
};
