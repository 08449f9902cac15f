import * as z from 'zod/mini';
import { gatewayPlan } from '../core/gateway-plan.ts';
import { idSchema, idSchemaFor } from '../core/id.ts';
import { contextPath, gatewayNameLimit, serviceName } from '../core/name-rule.ts';
import { basedOnField, rowBasedOn } from '../core/older-form.ts';
import { atMost } from '../core/required-text.ts';
import { addressListProblem, addressText } from './address-list.ts';
import { corsFields, noCors } from './cors.ts';
import { requestTransformer, requestTransformerFields } from './request-transformer.ts';
import { responseTransformer, responseTransformerFields } from './response-transformer.ts';
import { authentications, deploymentRow, gatewayName } from './row.ts';

/** Seconds that an OAuth2 token is valid by default. */
export const defaultTokenExpiration = 86_400;

/**
 * A name of one or more labels, or an address. Names of containers have underscores. The policy of targets says where it may
 * lead.
 */
const targetUrl = /^https?:\/\/(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:\/[^\s?#]*)?$/i;

/** The deploy form. Rules: docs/product/deployments.md. Messages are codes. */
export const deployBody = z.strictObject({
  /** The API. */
  id: idSchema,
  /** Set when an existing deployment is changed. */
  deploymentId: z.optional(idSchema),
  name: serviceName('deployment.name-invalid'),
  env: z.enum(['DEV', 'TEST', 'UAT', 'PROD'], { error: 'deployment.environment-required' }),
  auth: z.enum(authentications, { error: 'deployment.authentication-required' }),
  /** Accepts keys in the query string too. */
  keyInQuery: z._default(z.boolean(), false),
  contextPath: contextPath('deployment.context-path-invalid'),
  upstreamUrl: z
    .string({ error: 'deployment.upstream-invalid' })
    .check(z.trim(), atMost(500), z.regex(targetUrl, 'deployment.upstream-invalid')),
  /** The gateway: a resource of type KONG. */
  kongServer: idSchemaFor('deployment.gateway-required'),
  oAuth2Config: z.strictObject({
    tokenExpiration: z
      .int({ error: 'deployment.token-expiration-invalid' })
      .check(z.minimum(1, 'deployment.token-expiration-invalid'), z.maximum(31_536_000, 'field.too-big')),
  }),
  rateLimit: z.strictObject({
    enabled: z.boolean(),
    ratePerMinute: z
      .int({ error: 'deployment.rate-invalid' })
      .check(z.minimum(1, 'deployment.rate-invalid'), z.maximum(1_000_000, 'field.too-big')),
    /** The limit is for all keys of an organization together. Otherwise it is for each key. */
    countsTogether: z._default(z.boolean(), false),
    /** The Redis in which calls are counted: a resource of type REDIS. Without one each node of the gateway counts for itself. */
    redis: z.optional(z.nullable(idSchemaFor('deployment.redis-unknown'))),
  }),
  ipRestriction: z._default(
    z.strictObject({ enabled: z.boolean(), ips: addressText }).check(
      z.superRefine(({ enabled, ips }, context) => {
        const code = enabled ? addressListProblem(ips) : undefined;
        if (code) context.addIssue({ code: 'custom', message: code, path: ['ips'] });
      }),
    ),
    { enabled: false, ips: [] },
  ),
  botDetection: z._default(z.strictObject({ enabled: z.boolean() }), { enabled: false }),
  cors: z._default(corsFields, noCors),
  requestTransformer: z.prefault(z.strictObject(requestTransformerFields), {}),
  /** Set by portal administrators. Without it nothing changes. */
  responseTransformer: z.optional(z.strictObject({ enabled: z.boolean(), ...responseTransformerFields })),
  enablePathLockdown: z._default(z.boolean(), false),
  /** Only for a change. */
  basedOn: basedOnField,
  /** The revision that the preview showed. A lockdown from another revision is refused. */
  revision: z.optional(z.int().check(z.positive())),
});
export type DeployBody = z.output<typeof deployBody>;

type Named = Readonly<{ id: number; name: string }>;
const latin = /[A-Za-z]/;

/**
 * The default route name: the API's name lowercased, non-ASCII removed, spaces turned into hyphens
 * (docs/product/deployments.md), without characters that the field refuses. A name without Latin letters gives `api-` and its id.
 */
export const defaultContextPath = ({ id, name }: Named): string => {
  const path = name
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9_-]/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^[-_]+/, '')
    .slice(0, gatewayNameLimit)
    .replace(/(?<![-_])[-_]+$/, '');
  return latin.test(path) ? path : `api-${id}`;
};

/** The default service name: the API's name without characters that the field refuses. Without Latin letters: `API` and its id. */
export const defaultServiceName = ({ id, name }: Named): string => {
  const service = name
    .replace(/[^A-Za-z0-9 _-]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[ _-]+/, '')
    .slice(0, gatewayNameLimit)
    .trim();
  return latin.test(service) ? service : `API ${id}`;
};

/** Names that are tried for one API. */
const proposals = 50;

/** Returns a name and the same with a number, as far as the limit goes: the first that is free is proposed. */
const numbered = (base: string, separator: string): string[] =>
  Array.from({ length: proposals }, (_none, index) => {
    const suffix = index === 0 ? '' : `${separator}${index + 1}`;
    return `${base.slice(0, gatewayNameLimit - suffix.length)}${suffix}`;
  });

/** Returns the service and route names to propose for an API, the best first. */
export const proposedNames = (api: Named) => ({
  names: numbered(defaultServiceName(api), ' '),
  contextPaths: numbered(defaultContextPath(api), '-'),
});

/** `GET /api/swagger/{id}/deploy/proposal`: names that no deployment of another API has. */
export const deploymentProposal = z.object({ name: z.string(), contextPath: z.string() });
export type DeploymentProposal = z.output<typeof deploymentProposal>;

/** `GET /api/swaggers/deployment/{deployId}`: a deployment with the values of the form. */
export const deploymentForm = z.extend(deploymentRow, {
  upstreamUrl: z.string(),
  kongServer: gatewayName,
  keyInQuery: z.boolean(),
  ipRestriction: z.object({ enabled: z.boolean(), ips: z.array(z.string()) }),
  botDetection: z.object({ enabled: z.boolean() }),
  cors: z.object({
    enabled: z.boolean(),
    origins: z.array(z.string()),
    headers: z.array(z.string()),
    credentials: z.boolean(),
    maxAge: z.int(),
  }),
  requestTransformer,
  responseTransformer: z.extend(responseTransformer, { enabled: z.boolean() }),
  enablePathLockdown: z.boolean(),
  /** The current revision of the API's description. */
  revision: z.int(),
  basedOn: rowBasedOn,
});
export type DeploymentForm = z.output<typeof deploymentForm>;

/**
 * `POST /api/swagger/deploy/preview`.
 *
 * @property revision the revision that the lockdown is made from; null without a lockdown.
 * @property countsAnew whether the limit of all callers begins to count anew (docs/decisions/0095-generations.md).
 * @property globalPlugins the names of plugins that the gateway's owner has for all calls, and that may refuse them.
 */
export const deploymentPreview = z.extend(gatewayPlan, {
  revision: z.nullable(z.int()),
  countsAnew: z.boolean(),
  globalPlugins: z.array(z.string()),
});
export type DeploymentPreview = z.output<typeof deploymentPreview>;
