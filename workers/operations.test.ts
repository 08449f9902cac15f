import { expect, it } from 'vitest';
import { kindOf, operationKinds } from '#domain/operation-kinds/operation-kinds.ts';
import { deploy } from './deployment/deploy.ts';
import type { WorkOf } from './engine/handler.ts';
import { workOf } from './operations.ts';

it('every kind at a resource says what a late write requests, and no other', () => {
  const atResource = operationKinds.filter((kind) => kindOf(kind).at !== undefined);
  const answering = operationKinds.filter((kind) => workOf(kind).afterLateWrite !== undefined);
  expect(answering).toEqual(atResource);
  // @ts-expect-error: a kind at a resource without an answer is a type error.
  const silent: WorkOf<'deploy'> = { deploy: { handler: deploy } };
  expect(silent.deploy).not.toHaveProperty('afterLateWrite');
});
