import type { Problem } from '#domain/core/problem.ts';
import type { KongClient } from './client.ts';
import type { Step } from './difference.ts';
import type { FoundEntity } from './entity.ts';
import { fieldOf, filledFrom } from './field-of.ts';

/**
 * The first name that the steps would give to a service or route while somebody else's has it. The gateway would
 * refuse it; asked beforehand, nothing has to be taken back.
 */
export const takenName = async (
  client: Pick<KongClient, 'get'>,
  steps: readonly Step[],
  held: readonly FoundEntity[],
): Promise<Problem | undefined> => {
  const named = steps.flatMap((step) => {
    if (step.kind !== 'put' || (step.entity.kind !== 'service' && step.entity.kind !== 'route')) return [];
    const { kind, id, label, body } = step.entity;
    const before = held.find((entity) => entity.id === id)?.body.name;
    return typeof body.name === 'string' && body.name !== before ? [{ kind, id, label, name: body.name }] : [];
  });
  const found = await Promise.all(
    named.map(async ({ kind, id, label, name }) => {
      // A name stands for an id in Kong's addresses.
      const holder = await client.get({ kind, id: name, label });
      return holder && holder.id !== id ? kind : undefined;
    }),
  );
  const kind = found.find((each) => each !== undefined);
  if (kind === undefined) return undefined;
  const field = fieldOf(filledFrom({}), kind, 'name');
  return { code: 'gateway.name-taken', ...(field ? { field } : {}), parameters: { object: kind } };
};
