import { removeApi } from '#domain/api/calls.ts';
import { removeApplication } from '#domain/application/calls.ts';
import { removeBusinessArea } from '#domain/business-area/calls.ts';
import type { Opposite } from '#domain/core/undo.ts';
import { removeDeployment } from '#domain/deployment/calls.ts';
import { removeEventCategory } from '#domain/event-category/calls.ts';
import { removeResource } from '#domain/resource/calls.ts';
import type { Uses } from '#domain/undo/schema.ts';
import { findDeployment } from '../deployment/queries.ts';
import type { Services } from '../http/services.ts';
import {
  usesOfApi,
  usesOfApplication,
  usesOfBusinessArea,
  usesOfDeployment,
  usesOfEventCategory,
  usesOfResource,
} from '../sql/uses.ts';

type UsesOf = (services: Services, id: number) => Promise<Uses>;

const nameOf = ({ method, path }: Opposite['call']): string => `${method} ${path}`;

/** What belongs to a thing, by the call that deletes it. */
const readers: ReadonlyMap<string, UsesOf> = new Map<string, UsesOf>([
  [nameOf(removeApi), ({ db }, id) => usesOfApi(db, id)],
  [nameOf(removeApplication), ({ db }, id) => usesOfApplication(db, id)],
  [nameOf(removeBusinessArea), ({ db }, id) => usesOfBusinessArea(db, id)],
  [nameOf(removeEventCategory), ({ db }, id) => usesOfEventCategory(db, id)],
  [nameOf(removeResource), ({ db }, id) => usesOfResource(db, id)],
  [
    nameOf(removeDeployment),
    async (services, id) => {
      const deployment = await findDeployment(services.db, id);
      return deployment ? await usesOfDeployment(services, { ...deployment, environment: deployment.env }) : [];
    },
  ],
]);

/** Returns what would go with a thing whose creation is undone. The command asks the same, under its guards. */
export const usesBehind = async (services: Services, { call, parameters }: Opposite): Promise<Uses> =>
  (await readers.get(nameOf(call))?.(services, Number(parameters?.id))) ?? [];
