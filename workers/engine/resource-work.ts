import type { ResourceKind } from '#domain/core/operation-kind.ts';
import type { Problem } from '#domain/core/problem.ts';
import type { WorkerServices } from './worker-services.ts';

/**
 * Why a call to a resource failed.
 *
 * @property class `permanent`: the same call would fail again. `retry`: it may succeed later. `paused`: the resource refuses
 *   Portico itself, and a person has to act.
 */
export type ResourceFailure = Readonly<{
  class: 'permanent' | 'retry' | 'paused';
  problem: Problem;
  retryAfterSeconds?: number;
}>;

/**
 * How workers deal with a kind of resource, in a folder of its own in `workers/`.
 *
 * @property isBack      asks one resource for something small. Returns whether it responds again.
 * @property failureOf   returns why a call failed; undefined for an error of something else.
 * @property passing     the codes of problems that tell nothing about the request: the resource is busy, or does not respond.
 * @property notRestored the problem of an operation that failed for good, and whose changes could not be undone.
 */
export type ResourceWork = Readonly<{
  isBack: (services: WorkerServices, id: number) => Promise<boolean>;
  failureOf: (error: unknown) => ResourceFailure | undefined;
  passing: readonly string[];
  notRestored: Problem;
}>;

export type Resources = Readonly<Record<ResourceKind, ResourceWork>>;

/** Returns why a call to any resource failed; undefined for another error. */
export const failureIn = (resources: Resources, error: unknown): ResourceFailure | undefined =>
  Object.values(resources)
    .map(({ failureOf }) => failureOf(error))
    .find((failure) => failure !== undefined);

/** Returns whether a problem tells nothing about the request itself. */
export const isPassing = (resources: Resources, { code }: Readonly<{ code: string }>): boolean =>
  Object.values(resources).some(({ passing }) => passing.includes(code));
