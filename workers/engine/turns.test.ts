import { expect, it } from 'vitest';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { createTurns } from './turns.ts';

/** Returns what says the turns of operations, each with what caused it. */
const turnsOf = () => {
  const turnOf = createTurns();
  return (cause: string, operationId: string) =>
    turnOf({ meta: { correlationId: cause } } as RecordedEvent<PorticoEvent>, { operationId, replay: 0 });
};
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

it('makes a large task of what one command caused, but for its first four operations', () => {
  const turn = turnsOf();
  expect(numbers(6).map((key) => turn('revoke', `key-${key}`))).toEqual([
    ...['soon', 'soon', 'soon', 'soon'],
    ...['large', 'large'],
  ]);
  expect(turn('another command', 'its key')).toBe('soon');
});

it('counts what operations request for the command that began them all', () => {
  const turn = turnsOf();
  expect(turn('delete an organization', 'organization')).toBe('soon');
  const apis = numbers(4).map((api) => turn('organization', `api-${api}`));
  const deployments = numbers(4).map((api) => turn(`api-${api}`, `deployment-${api}`));
  expect([apis, deployments]).toEqual([
    ['soon', 'soon', 'soon', 'large'],
    ['large', 'large', 'large', 'large'],
  ]);
});
