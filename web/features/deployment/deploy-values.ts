import * as z from 'zod/mini';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { Environment } from '#domain/core/environment.ts';
import { noCors } from '#domain/deployment/cors.ts';
import { emptyRequestTransformer } from '#domain/deployment/request-transformer.ts';
import { emptyResponseTransformer } from '#domain/deployment/response-transformer.ts';
import {
  type DeploymentForm,
  type DeploymentProposal,
  defaultTokenExpiration,
  deployBody,
} from '#domain/deployment/schema.ts';
import type { ResourceOption } from '#domain/resource/option.ts';
import type { Defaults } from '../../components/form/use-zod-form.ts';

/**
 * Schema of the deploy form: the rules of the command. The ids come from the address, `basedOn` from the deployment, the
 * revision from the preview.
 */
export const deployForm = z.omit(deployBody, { id: true, deploymentId: true, basedOn: true, revision: true });
export type DeployValues = z.output<typeof deployForm>;
export type DeployStart = Defaults<DeployInput>;
export type DeployInput = z.input<typeof deployForm>;

export const defaultRatePerMinute = 60;

/** Returns whether a gateway can pass calls on to the URL. */
export const isTarget = (url: string): boolean => deployBody.shape.upstreamUrl.safeParse(url).success;

/** Returns the servers of the API's description that a gateway can pass calls on to. */
export const proposedTargets = (api: Pick<ApiDetail, 'servers'>): string[] =>
  [...new Set(api.servers)].filter(isTarget);

const noResponses = { enabled: false, ...emptyResponseTransformer };

/** Returns lists as texts, an entry a line. */
const corsInput = ({ origins, headers, ...cors }: DeploymentForm['cors']) => ({
  ...cors,
  origins: origins.join('\n'),
  headers: headers.join('\n'),
});

/**
 * Returns the start values for a new deployment.
 *
 * @param proposal names that are free.
 * @param asked the environment in the address. Without it, DEV is proposed if the API is not deployed there.
 * @param setsResponse whether the user sets the response transformer. It is sent only then.
 */
export const newDeployment = (
  api: ApiDetail,
  environments: readonly Environment[],
  gateways: readonly ResourceOption[],
  {
    proposal,
    asked,
    setsResponse,
  }: Readonly<{ proposal: DeploymentProposal; asked?: string | undefined; setsResponse: boolean }>,
): DeployStart => ({
  name: proposal.name,
  env: environments.find((environment) =>
    asked === undefined ? environment === 'DEV' && !api.environments.includes('DEV') : environment === asked,
  ),
  auth: 'apikey' as const,
  keyInQuery: false,
  contextPath: proposal.contextPath,
  upstreamUrl: proposedTargets(api)[0] ?? '',
  kongServer: gateways.length === 1 ? gateways[0]?.id : undefined,
  oAuth2Config: { tokenExpiration: defaultTokenExpiration },
  rateLimit: { enabled: false, ratePerMinute: defaultRatePerMinute, countsTogether: false, redis: null },
  ipRestriction: { enabled: false, ips: '' },
  botDetection: { enabled: false },
  cors: corsInput(noCors),
  requestTransformer: emptyRequestTransformer,
  ...(setsResponse ? { responseTransformer: noResponses } : {}),
  enablePathLockdown: false,
});

/** Returns the start values for an existing deployment. */
export const existingDeployment = (deployment: DeploymentForm, setsResponse: boolean): DeployStart => ({
  name: deployment.name,
  env: deployment.env,
  auth: deployment.auth,
  keyInQuery: deployment.keyInQuery,
  contextPath: deployment.contextPath,
  upstreamUrl: deployment.upstreamUrl,
  kongServer: deployment.kongServer.id,
  oAuth2Config: deployment.oAuth2Config,
  rateLimit: { ...deployment.rateLimit, redis: deployment.rateLimit.redis?.id ?? null },
  ipRestriction: { ...deployment.ipRestriction, ips: deployment.ipRestriction.ips.join('\n') },
  botDetection: deployment.botDetection,
  cors: corsInput(deployment.cors),
  requestTransformer: deployment.requestTransformer,
  ...(setsResponse ? { responseTransformer: deployment.responseTransformer } : {}),
  enablePathLockdown: deployment.enablePathLockdown,
});
