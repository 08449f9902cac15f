import { type LostObject, mostFields } from '#domain/drift/drift.ts';
import type { DesiredEntity, FoundEntity } from '../admin-api/entity.ts';
import type { MirrorSource } from '../mirror/mirrored.ts';
import { type Differing, described } from './differences.ts';
import { type Held, lostEntities } from './lost-objects.ts';
import { weakeningObjects } from './weakening-objects.ts';

const asLoss = async (source: MirrorSource, differing: Differing): Promise<Omit<LostObject, 'found'>> => {
  const { objectId, kind, name, fields } = await described(source, differing);
  return { label: differing.entity.label, objectId, kind, name, fields: fields.slice(0, mostFields) };
};

/**
 * Returns what protects a deployment or a key and is lost (`lostEntities`), and what was added that weakens it
 * (`weakeningObjects`), field by field.
 *
 * @param own what the gateway holds of it.
 * @throws GatewayError when the schema of a plugin can't be read.
 */
export const describedLosses = async (
  source: MirrorSource,
  desired: readonly DesiredEntity[],
  held: Held,
  own: readonly FoundEntity[],
): Promise<LostObject[]> => {
  const losses: LostObject[] = [];
  for (const { entity, found } of lostEntities(desired, held)) {
    const body = held.get(entity.id)?.body;
    losses.push({ ...(await asLoss(source, { form: found, entity, applied: entity, held: body })), found });
  }
  for (const entity of weakeningObjects(desired, own)) {
    const added = { form: 'added', entity, applied: undefined, held: entity.body } as const;
    losses.push({ ...(await asLoss(source, added)), found: 'changed', isAdded: true });
  }
  return losses;
};
