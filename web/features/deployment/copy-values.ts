import type { ApiDetail } from '#domain/api/schema.ts';
import { environments as allEnvironments, type Environment } from '#domain/core/environment.ts';
import { requestTransformerLists, requestTransformerRules } from '#domain/deployment/request-transformer.ts';
import type { DeploymentForm } from '#domain/deployment/schema.ts';
import type { ResourceOption } from '#domain/resource/option.ts';
import { type DeployStart, type DeployValues, existingDeployment } from './deploy-values.ts';

type Place = Readonly<{ env: string | undefined; gatewayId: number | undefined }>;

/** Returns a deployment of the API that has one of the names at a place already. */
const takenBy = (
  { deployments }: Pick<ApiDetail, 'deployments'>,
  { env, gatewayId }: Place,
  { name, contextPath }: Pick<DeployValues, 'name' | 'contextPath'>,
) =>
  deployments.find(
    (each) =>
      each.env === env && each.kongServer?.id === gatewayId && (each.contextPath === contextPath || each.name === name),
  );

/**
 * Returns the start values of a copy: those of the original, on its gateway if that may be used, in the next environment in
 * which the names are free there. Without one the user chooses.
 *
 * @param open the environments that the user may deploy to.
 * @param setsResponse whether the user sets the response transformer. It is copied only then.
 */
export const copiedDeployment = (
  original: DeploymentForm,
  api: Pick<ApiDetail, 'deployments'>,
  open: readonly Environment[],
  gateways: readonly ResourceOption[],
  setsResponse: boolean,
): DeployStart => {
  const gatewayId =
    gateways.find(({ id }) => id === original.kongServer.id)?.id ??
    (gateways.length === 1 ? gateways[0]?.id : undefined);
  const after = allEnvironments.indexOf(original.env) + 1;
  const inOrder = [...allEnvironments.slice(after), ...allEnvironments.slice(0, after)];
  const env = inOrder.find((each) => open.includes(each) && !takenBy(api, { env: each, gatewayId }, original));
  return { ...existingDeployment(original, setsResponse), env, kongServer: gatewayId };
};

/** What to know of a copy before it is deployed. Each has a text: `copying.note.target` and so on. */
type CopyNote = Readonly<
  | { note: 'gateway-not-yours'; gateway: string }
  | { note: 'taken'; path: string }
  | { note: 'target' | 'values'; from: Environment; to: Environment }
  | { note: 'responses' }
  | { note: 'lockdown'; locked: number; current: number }
>;

const writing = requestTransformerLists.filter((list) =>
  ['add', 'replace'].includes(requestTransformerRules[list].action),
);

/** Returns what differs between the original and its copy, and what may be wrong at the copy's place. */
export const copyNotes = (
  original: DeploymentForm,
  values: Partial<Pick<DeployValues, 'env' | 'kongServer' | 'name' | 'contextPath' | 'upstreamUrl'>>,
  api: Pick<ApiDetail, 'deployments'>,
  gateways: readonly ResourceOption[],
  setsResponse: boolean,
): CopyNote[] => {
  const { env, kongServer, name = '', contextPath = '', upstreamUrl } = values;
  const { lockedRevision } = original.protection;
  const taken = takenBy(api, { env, gatewayId: kongServer }, { name, contextPath });
  const moves = env !== undefined && env !== original.env ? { from: original.env, to: env } : undefined;
  const written = writing.some((list) => original.requestTransformer[list].length > 0);
  return [
    ...(gateways.some(({ id }) => id === original.kongServer.id)
      ? []
      : [{ note: 'gateway-not-yours', gateway: original.kongServer.name } as const]),
    ...(taken ? [{ note: 'taken', path: taken.path } as const] : []),
    ...(moves && upstreamUrl === original.upstreamUrl ? [{ note: 'target', ...moves } as const] : []),
    ...(moves && written ? [{ note: 'values', ...moves } as const] : []),
    ...(original.responseTransformer.enabled && !setsResponse ? [{ note: 'responses' } as const] : []),
    ...(lockedRevision !== null && lockedRevision !== original.revision
      ? [{ note: 'lockdown', locked: lockedRevision, current: original.revision } as const]
      : []),
  ];
};
