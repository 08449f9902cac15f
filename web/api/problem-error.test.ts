import { describe, expect, it } from 'vitest';
import { asProblem, noResponse, problemOf } from './problem-error.ts';

describe('an error response', () => {
  it('is read from problem+json, with its fields and the id to quote', () => {
    const body = {
      type: 'about:blank',
      status: 400,
      code: 'deployment.name-taken',
      detail: 'Taken',
      errors: [{ field: 'name', code: 'deployment.name-taken', message: 'Taken' }],
      correlationId: 'c-1',
    };
    const problem = problemOf(400, JSON.stringify(body));
    expect(problem).toMatchObject({
      status: 400,
      code: 'deployment.name-taken',
      correlationId: 'c-1',
      isTransient: false,
    });
    expect(problem.errors).toEqual([{ field: 'name', code: 'deployment.name-taken', message: 'Taken' }]);
  });

  it.each([
    [401, 'unauthenticated', false],
    [403, 'forbidden', false],
    [404, 'not-found', false],
    [429, 'busy', true],
    [502, 'unavailable', true],
  ])('with status %i and a page of a proxy is judged by the status', (status, code, isTransient) => {
    expect(problemOf(status, '<html>', 'c-2')).toMatchObject({ code, isTransient, correlationId: 'c-2' });
  });

  it('may be retried when no response came, but not when the response could not be read', () => {
    expect(noResponse().isTransient).toBe(true);
    expect(asProblem(new TypeError('x'))).toMatchObject({ code: 'unexpected', isTransient: false });
  });
});
