import * as z from 'zod/mini';
import { addressListProblem } from '#domain/deployment/address-list.ts';
import { type Cors, corsFields } from '#domain/deployment/cors.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { unreachedPaths } from '#domain/deployment/lockdown.ts';
import {
  emptyRequestTransformer,
  requestTransformerFields,
  requestTransformerRules,
} from '#domain/deployment/request-transformer.ts';
import { responseTransformerFields, responseTransformerRules } from '#domain/deployment/response-transformer.ts';
import { deployBody } from '#domain/deployment/schema.ts';
import type { TransformerRule } from '#domain/deployment/transformer-list.ts';
import { isKongObject, type KongObject, referenceIn } from '../admin-api/entity.ts';
import { type DeploymentTarget, planDeployment } from '../plan/plan.ts';
import { type Differing, isAsPlanned } from './differences.ts';

const recordIn = (value: unknown): KongObject => (isKongObject(value) ? value : {});
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Returns the target of a service as the form has it. */
const targetOf = ({ protocol, host, port, path }: KongObject): string | undefined => {
  const usual = protocol === 'https' ? 443 : 80;
  const url = `${protocol}://${host}${port === usual ? '' : `:${port}`}${path ?? ''}`;
  return deployBody.shape.upstreamUrl.safeParse(url).success ? url : undefined;
};

const listsOf = <Name extends string>(rules: Readonly<Record<Name, TransformerRule>>, config: KongObject) =>
  Object.fromEntries(
    Object.entries<TransformerRule>(rules).map(([name, { action, part }]) => [
      name,
      textsIn(recordIn(config[action])[part]),
    ]),
  );

/** Returns the origin behind an expression that the plan makes of it. */
const originOf = (pattern: string): string =>
  pattern
    .replace(/^\^|\$$/g, '')
    .replace('[a-z0-9-]+', '*')
    .replace(/\\(.)/g, '$1');

/** The credential's own header follows from the authentication. */
const ownHeaders = new Set(['apikey', 'authorization']);

/** Methods come from the API's description, so the form can't say others. */
const corsOf = (config: KongObject, before: Cors): Cors | undefined => {
  const { success, data } = corsFields.safeParse({
    enabled: true,
    origins: textsIn(config.origins).map(originOf),
    headers: textsIn(config.headers).filter((name) => !ownHeaders.has(name.toLowerCase())),
    credentials: config.credentials === true,
    maxAge: config.max_age,
  });
  if (!success) return undefined;
  const { enabled: _enabled, ...fields } = data;
  return { ...fields, methods: before.methods };
};

type Change = Partial<DeploymentConfig> | undefined;

/** What the form says of each plugin: as the gateway holds it, or without it. */
const plugins: Readonly<Record<string, (config: KongObject | undefined, before: DeploymentConfig) => Change>> = {
  cors: (config, { cors }) => {
    if (!config) return { cors: null };
    const read = cors ? corsOf(config, cors) : undefined;
    return read && { cors: read };
  },
  'request-transformer': (config) => {
    if (!config) return { requestTransformer: emptyRequestTransformer };
    const { data } = z.strictObject(requestTransformerFields).safeParse(listsOf(requestTransformerRules, config));
    return data && { requestTransformer: data };
  },
  'response-transformer': (config) => {
    if (!config) return { responseTransformer: null };
    const { data } = z.strictObject(responseTransformerFields).safeParse(listsOf(responseTransformerRules, config));
    return data && { responseTransformer: data };
  },
  'rate-limiting': (config, { ratePerMinute }) => {
    const others = ['second', 'hour', 'day', 'month', 'year'].some((unit) => (config?.[unit] ?? null) !== null);
    const rate = deployBody.shape.rateLimit.safeParse({ enabled: true, ratePerMinute: config?.minute });
    return !others && rate.success && ratePerMinute === null ? { ratePerMinute: rate.data.ratePerMinute } : undefined;
  },
  'ip-restriction': (config, { allowedAddresses }) => {
    const allow = textsIn(config?.allow);
    return allowedAddresses === null && addressListProblem(allow) === undefined
      ? { allowedAddresses: allow }
      : undefined;
  },
  'bot-detection': (config) => (config ? { refusesBots: true } : undefined),
};

const changeOf = ({ entity, applied, held }: Differing, config: DeploymentConfig): Change => {
  if (entity.kind === 'service') {
    const upstreamUrl = held && targetOf(held);
    return upstreamUrl === undefined ? undefined : { upstreamUrl };
  }
  const body = held ?? applied?.body ?? {};
  if (entity.kind !== 'plugin' || referenceIn(body, 'route') || referenceIn(body, 'consumer')) return undefined;
  return plugins[String(body.name)]?.(held && recordIn(held.config), config);
};

/**
 * Returns a deployment's configuration with one object as the gateway has it, if the deploy form can say exactly that: what would be
 * planned for it agrees with what the gateway holds.
 */
export const adoptedConfig = (
  target: Omit<DeploymentTarget, 'config'>,
  config: DeploymentConfig,
  differing: Differing,
): DeploymentConfig | undefined => {
  const change = changeOf(differing, config);
  if (!change) return undefined;
  const adopted = { ...config, ...change };
  if (target.operations && unreachedPaths(target.operations, adopted.upstreamUrl).length > 0) return undefined;
  const { entity, applied, held } = differing;
  const name = (held ?? applied?.body)?.name;
  const planned = planDeployment({ ...target, config: adopted }).entities.find(
    (each) =>
      each.kind === entity.kind &&
      (entity.kind === 'service' || (each.body.name === name && referenceIn(each.body, 'service') !== undefined)),
  );
  if (!held) return planned ? undefined : adopted;
  return planned && isAsPlanned(planned, held) ? adopted : undefined;
};
