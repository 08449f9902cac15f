import type * as z from 'zod/mini';
import { type Config, definitionsOf } from '#domain/resource/configs.ts';
import type { ResourceRow } from '#domain/resource/row.ts';
import type { ResourceTypeRow, resourceBody } from '#domain/resource/schema.ts';
import type { ResourceType } from '#domain/resource/types.ts';

export type ResourceInput = z.input<typeof resourceBody>;
export type ResourceOutput = z.output<typeof resourceBody>;

/** Returns the properties of a form of this type: the predefined ones first, in their order, then the others. */
export const configsFor = (
  type: ResourceType,
  types: readonly ResourceTypeRow[],
  known: readonly Config[],
): Config[] => {
  const usual = types.find(({ name }) => name === type)?.configs ?? [];
  const predefined = definitionsOf(type).map(({ name }) => name);
  const valueOfName = (name: string) =>
    known.find((config) => config.name === name)?.value ?? usual.find((config) => config.name === name)?.default ?? '';
  return [
    ...predefined.map((name) => ({ name, value: valueOfName(name) })),
    ...known.filter(({ name }) => !predefined.includes(name)),
  ];
};

/** Returns the pairs that are no property of a type: they stay when another type is chosen. */
export const customOf = (type: ResourceType | undefined, configs: readonly Config[]): Config[] => {
  const predefined = new Set(type ? definitionsOf(type).map(({ name }) => name) : []);
  return configs.filter(({ name }) => !predefined.has(name));
};

export const valuesOf = (row: ResourceRow, types: readonly ResourceTypeRow[]) => ({
  id: row.id,
  type: row.type,
  name: row.name,
  isPublic: row.isPublic,
  access: row.organizations.map(({ id }) => id).toSorted((one, other) => one - other),
  configs: configsFor(row.type, types, row.configs),
  // Whoever saved it has ticked it.
  allowPlaintext: row.configs.some(({ name, value }) => name === 'securityProtocol' && value.endsWith('PLAINTEXT')),
});
