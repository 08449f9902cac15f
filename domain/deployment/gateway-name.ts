import { type Environment, nameInEnvironment } from '../core/environment.ts';

/** Returns the name of a deployment's service on the gateway. Kong allows no spaces in names: `card-payments-dev`. */
export const gatewayServiceName = (name: string, environment: Environment): string =>
  nameInEnvironment(name.trim().replace(/\s+/g, '-'), environment);
