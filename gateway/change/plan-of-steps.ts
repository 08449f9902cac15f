import { type FieldChange, type GatewayPlan, type ObjectChange, planLimits } from '#domain/core/gateway-plan.ts';
import { type EntityReference, type FoundEntity, type KongObject, tagsOf } from '../admin-api/entity.ts';
import { generationIn, stableName } from '../names/gateway-names.ts';
import type { Step } from './difference.ts';
import { type PlainField, plainFields, shorten } from './plain-fields.ts';

/** Returns an entity's body with the name that people know: without the number of its generation. */
export const stableBody = (body: KongObject): KongObject =>
  typeof body.name === 'string' ? { ...body, name: stableName(body.name, generationIn(tagsOf({ body }))) } : body;

/** Returns an object's name for people; empty for a plugin, whose label has it. */
export const nameIn = (body: KongObject, { kind }: Pick<EntityReference, 'kind'>): string => {
  if (kind === 'plugin') return '';
  const { name, username } = stableBody(body);
  return shorten(String(name ?? username ?? ''));
};

const fieldChange = (
  field: string,
  removed: PlainField['lines'],
  added: PlainField['lines'],
): FieldChange | undefined => {
  if (removed.length + added.length === 0) return undefined;
  const shown = (lines: PlainField['lines']) => lines.slice(0, planLimits.lines).map(({ text }) => text);
  const more = [removed, added].reduce((sum, lines) => sum + Math.max(0, lines.length - planLimits.lines), 0);
  return { field, removed: shown(removed), added: shown(added), more };
};

const without = (lines: PlainField['lines'], others: PlainField['lines']): PlainField['lines'] => {
  const known = new Set(others.map(({ value }) => value));
  return lines.filter(({ value }) => !known.has(value));
};

/**
 * Fields that people need not see on a new object: Portico's tags, which all objects have, and their common service.
 */
const hiddenWhenNew = new Set(['tags', 'service']);

const fieldsOf = (
  wanted: KongObject,
  actual: KongObject | undefined,
  nameOf: (id: string) => string | undefined,
): FieldChange[] => {
  const before = new Map(plainFields(stableBody(actual ?? {}), nameOf).map(({ field, lines }) => [field, lines]));
  return plainFields(stableBody(wanted), nameOf).flatMap(({ field, lines }) => {
    if (!actual && hiddenWhenNew.has(field)) return [];
    const old = before.get(field) ?? [];
    return fieldChange(field, without(old, lines), without(lines, old)) ?? [];
  });
};

/**
 * Returns the steps of a difference for people to read: objects added, changed and removed, with their fields.
 *
 * @param actual the entities on the gateway, as passed to `difference`.
 */
export const planOfSteps = (steps: readonly Step[], actual: readonly FoundEntity[]): GatewayPlan => {
  const actualById = new Map(actual.map((entity) => [entity.id, entity]));
  const labels = new Map<string, string>([
    ...actual.map(({ id, label }) => [id, label] as const),
    ...steps.map(({ entity }) => [entity.id, entity.label] as const),
  ]);
  const changes = steps.map((step): ObjectChange => {
    const existing = actualById.get(step.entity.id);
    const { label: object } = step.entity;
    if (step.kind === 'delete')
      return { action: 'remove', object, name: nameIn(existing?.body ?? {}, step.entity), fields: [] };
    return {
      action: existing ? 'change' : 'add',
      object,
      name: nameIn(step.entity.body, step.entity),
      fields: fieldsOf(step.entity.body, existing?.body, (id) => labels.get(id)),
    };
  });
  return { changes: changes.slice(0, planLimits.objects), more: Math.max(0, changes.length - planLimits.objects) };
};
