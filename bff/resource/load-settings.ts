import { notFound, RefusedError } from '#domain/core/problem.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import type { ResourceSettings } from '#domain/resource/resource.ts';
import { loadState } from '#eventstore/load.ts';
import type { Services } from '../http/services.ts';

/** Returns the settings of a resource. @throws RefusedError 404 when there is none any more. */
export const loadSettings = async ({ store }: Pick<Services, 'store'>, id: number): Promise<ResourceSettings> => {
  const state = await loadState(store, resourceDecider, id);
  if (state.status !== 'active') throw new RefusedError(notFound());
  const { status: _, ...settings } = state;
  return settings;
};
