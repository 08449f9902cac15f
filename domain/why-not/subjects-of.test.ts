import { expect, it } from 'vitest';
import { type Action, authorizationTable } from '../core/authorization.ts';
import { partsOf } from './explain.ts';
import { subjectsOf } from './subjects-of.ts';

it('asks for a thing where a rule looks at one, and only there', () => {
  for (const action of Object.keys(authorizationTable) as Action[])
    expect(subjectsOf(action).length > 0, action).toBe(partsOf(action).size > 0);
});

it.each([
  ['deployment.request', ['api']],
  ['consumer.remove', ['api', 'organization']],
  ['application.change', ['application']],
  ['application.add', ['organization']],
  ['event-topic.read', ['event-category', 'organization']],
  ['user.manage', ['user']],
  ['notice.list', ['user']],
  ['resource.save', []],
] as const)('%s', (action, subjects) => {
  expect(subjectsOf(action)).toEqual(subjects);
});
