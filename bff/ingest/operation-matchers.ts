import type { Environment } from '#domain/core/environment.ts';
import { loadOperations } from '#gateway/plan/operations-store.ts';
import { type MatchOperation, matchOperation } from '#gateway/telemetry/match-operation.ts';
import type { Database } from '#platform/database.ts';

/** The part of a deployment by which its calls are told apart. `operations`: the hash of those that its description has. */
type MatchedDeployment = Readonly<{
  environment: Environment;
  contextPath: string | null;
  upstreamUrl: string | null;
  operations: string | null;
}>;

/** Returns how the calls of a deployment are told apart; undefined when nothing is known of its operations. */
export type OperationMatchers = (deployment: MatchedDeployment) => Promise<MatchOperation | undefined>;

/** Deployments that are remembered. The largest description takes about 3 MB. */
const mostKnown = 200;

/** Makes matchers and remembers those of the deployments that were called last. */
export const createOperationMatchers = (database: Database): OperationMatchers => {
  const known = new Map<string, Promise<MatchOperation>>();
  return async ({ environment, contextPath, upstreamUrl, operations }) => {
    if (operations === null || contextPath === null || upstreamUrl === null) return undefined;
    const key = JSON.stringify([operations, environment, contextPath, upstreamUrl]);
    const matcher =
      known.get(key) ??
      loadOperations(database, operations).then((loaded) =>
        matchOperation(loaded, { environment, contextPath, upstreamUrl }),
      );
    // Put in again: what was used last is forgotten last.
    known.delete(key);
    known.set(key, matcher);
    matcher.catch(() => known.delete(key));
    const [oldest] = known.keys();
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
    return matcher;
  };
};
