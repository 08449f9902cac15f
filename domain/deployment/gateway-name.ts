import { type Environment, environments, nameInEnvironment } from '../core/environment.ts';

/** Returns the name of a deployment's service on the gateway. Kong allows no spaces in names: `card-payments-dev`. */
export const gatewayServiceName = (name: string, environment: Environment): string =>
  nameInEnvironment(name.trim().replace(/\s+/g, '-'), environment);

type NamesBehind = Readonly<{ in: Environment[]; names: string[] }>;

/** Names in the environments in which they become one name on the gateway: `orders-dev` is `orders` in DEV too. */
const namesBehind = (gatewayName: string): NamesBehind => {
  const behind = environments.flatMap((environment) => {
    const suffix = nameInEnvironment('', environment);
    return gatewayName.endsWith(suffix) && gatewayName.length > suffix.length
      ? [{ environment, name: gatewayName.slice(0, gatewayName.length - suffix.length) }]
      : [];
  });
  return { in: behind.map(({ environment }) => environment), names: behind.map(({ name }) => name) };
};

/** Returns the names and paths of forms that would be those of this form on the gateway. */
export const takenBy = (
  form: Readonly<{ name: string; contextPath: string; environment: Environment }>,
): Readonly<Record<'services' | 'routes', NamesBehind>> => ({
  services: namesBehind(gatewayServiceName(form.name, form.environment)),
  routes: namesBehind(nameInEnvironment(form.contextPath, form.environment)),
});
