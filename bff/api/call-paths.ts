import { notFound, RefusedError } from '#domain/core/problem.ts';
import { callPrefix } from '#domain/deployment/base-path.ts';
import {
  exampleCall,
  otherPrefixes,
  pathsElsewhere,
  uncallablePaths,
  unsentPaths,
} from '#domain/deployment/call-paths.ts';
import { getCallPaths } from '#domain/deployment/calls.ts';
import { hasAccess } from '../access/access.ts';
import { listDeployments, targetsOf } from '../deployment/queries.ts';
import { listOperations } from '../documents/list-operations.ts';
import { route } from '../http/route.ts';
import { findDescription, storedDocument } from './shared/description.ts';
import { findApi } from './shared/row.ts';

/** How callers reach the described paths. The target's address is not shown. */
export const callPathQueries = [
  route(getCallPaths, {
    limit: 'document',
    action: 'api.read',
    summary: 'A call that the current description knows, and what callers write before its path at each deployment',
    handle: async ({ actor, services, c, parameters: { id } }) => {
      const api = await findApi(services.db, id);
      if (!api) throw new RefusedError(notFound());
      const spec = storedDocument(services, await findDescription(services, id));
      const operations = await listOperations(spec, { by: actor, signal: c.req.raw.signal });
      const seen = await listDeployments(services.db, actor, api, await hasAccess(services.db, actor, api));
      const targets = await targetsOf(services.db, id);
      return {
        basePath: operations.basePath,
        example: exampleCall(operations),
        unsent: unsentPaths(operations),
        uncallable: uncallablePaths(operations),
        otherBasePaths: pathsElsewhere(operations),
        deployments: seen.map(({ id: deploymentId }) => {
          const target = targets.get(deploymentId) ?? '';
          return {
            id: deploymentId,
            prefix: callPrefix(target, operations.basePath),
            otherPrefixes: otherPrefixes(operations, target),
          };
        }),
      };
    },
  }),
];
