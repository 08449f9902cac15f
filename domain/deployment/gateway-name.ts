import { type Environment, nameInEnvironment } from '../core/environment.ts';

/** What a deployment's service is called on the gateway, which takes no spaces in names: `card-payments-dev`. */
export const gatewayServiceName = (name: string, environment: Environment): string =>
  nameInEnvironment(name.trim().replace(/\s+/g, '-'), environment);
