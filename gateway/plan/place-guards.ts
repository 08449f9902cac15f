import { createHash } from 'node:crypto';
import { nameInEnvironment } from '#domain/core/environment.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { gatewayServiceName } from '#domain/deployment/gateway-name.ts';

/** Returns the guards of the names that a new deployment takes on its gateway, so that of two requests at once one takes them. */
export const placeGuards = ({
  gatewayId,
  name,
  environment,
  contextPath,
}: Pick<DeploymentConfig, 'gatewayId' | 'name' | 'environment' | 'contextPath'>): readonly string[] =>
  [`service ${gatewayServiceName(name, environment)}`, `route ${nameInEnvironment(contextPath, environment)}`].map(
    (taken) => `place-${createHash('sha256').update(`${gatewayId} ${taken}`).digest('hex')}`,
  );
