import { noCors } from './cors.ts';
import type { DeploymentConfig } from './deployment.ts';
import { emptyResponseTransformer } from './response-transformer.ts';

/*
 * A stored configuration as the deploy form shows it.
 */

const corsFormOf = ({ cors }: DeploymentConfig) => {
  if (!cors) return noCors;
  const { methods: _methods, ...settings } = cors;
  return { enabled: true, ...settings };
};

export const rateLimitOf = ({ ratePerMinute, countsTogether }: DeploymentConfig) => ({
  enabled: ratePerMinute !== null,
  ratePerMinute: ratePerMinute ?? 60,
  countsTogether: countsTogether === true,
});

/** Returns the form's fields that the row does not have. */
export const formOf = ({ config }: Readonly<{ config: DeploymentConfig }>) => ({
  // Null (an old deployment) becomes false with the next deployment.
  keyInQuery: config.keyInQuery === true,
  ipRestriction: { enabled: config.allowedAddresses !== null, ips: config.allowedAddresses ?? [] },
  botDetection: { enabled: config.refusesBots },
  cors: corsFormOf(config),
  requestTransformer: config.requestTransformer,
  responseTransformer: {
    enabled: config.responseTransformer !== null,
    ...(config.responseTransformer ?? emptyResponseTransformer),
  },
  enablePathLockdown: config.lockdown !== null,
});

/** Returns what the form shows. `withResponse`: whether it has the response transformer. */
export const shownBy = (config: DeploymentConfig, withResponse: boolean) => {
  const { responseTransformer, ...form } = formOf({ config });
  return {
    name: config.name,
    env: config.environment,
    auth: config.authentication,
    contextPath: config.contextPath,
    upstreamUrl: config.upstreamUrl,
    kongServer: config.gatewayId,
    oAuth2Config: { tokenExpiration: config.tokenExpiration },
    rateLimit: { ...rateLimitOf(config), redis: config.redis?.resourceId ?? null },
    ...form,
    ...(withResponse ? { responseTransformer } : {}),
  };
};
