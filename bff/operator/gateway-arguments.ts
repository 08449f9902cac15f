import { parseArgs } from 'node:util';
import { OperatorError, UsageError } from './operator-error.ts';

const gatewayUsage = `usage: npm run gateway -- list
       npm run gateway -- add --name <name> --admin-url <URL> --proxy-url <URL>
           (--public | --organizations <names or ids, with commas between them>)
           [--proxy-ssl-url <URL>]  its proxy over https; unless told, what the Kong itself says
           [--nodes <number>]       how many nodes are behind its proxy; unless told, those that its answers show
           [--portal-url <URL>]     how it reaches the portal; PUBLIC_URL unless told
           [--admin-key]            asks for the key of its Admin API, or reads it from standard input;
                                    unless given, the environment variable KONG_ADMIN_TOKEN is it
       npm run gateway -- set <name or id>     changes what is told, with the options of add;
                                    [--no-admin-key] forgets the key of its Admin API
       npm run gateway -- test <name or id>    tries both ways: portal to gateway, and its reports back
       npm run gateway -- remove <name or id>  forgets a gateway that nothing is deployed to`;

const options = {
  name: { type: 'string' },
  'admin-url': { type: 'string' },
  'proxy-url': { type: 'string' },
  'proxy-ssl-url': { type: 'string' },
  'portal-url': { type: 'string' },
  nodes: { type: 'string' },
  organizations: { type: 'string' },
  public: { type: 'boolean' },
  'admin-key': { type: 'boolean' },
} as const;

/**
 * What is told about a gateway. What is absent stays as it is, or has a default.
 *
 * @property nodes    how many nodes are behind the proxy.
 * @property access   `public`, or names and ids of organizations as written.
 * @property adminKey whether to ask for the Admin API's key (true) or to forget it (false).
 */
export type ToldSettings = Readonly<{
  name: string | undefined;
  adminUrl: string | undefined;
  proxyUrl: string | undefined;
  proxySslUrl: string | undefined;
  portalUrl: string | undefined;
  nodes: number | undefined;
  access: 'public' | readonly string[] | undefined;
  adminKey: boolean | undefined;
}>;

/** The settings without which there is no gateway. */
type Needed = 'name' | 'adminUrl' | 'proxyUrl' | 'access';
export type NewSettings = ToldSettings & { readonly [Name in Needed]: NonNullable<ToldSettings[Name]> };

/** @property gateway name or id, as written. */
export type GatewayArguments =
  | Readonly<{ verb: 'list' }>
  | Readonly<{ verb: 'add'; settings: NewSettings }>
  | Readonly<{ verb: 'set'; gateway: string; settings: ToldSettings }>
  | Readonly<{ verb: 'test' | 'remove'; gateway: string }>;

/** Returns an address without credentials, query and slash at the end. */
const address = (option: string, text: string): string => {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new OperatorError(`--${option} must be an address that begins with http:// or https://.`);
  if (url.username || url.password)
    throw new OperatorError(
      `--${option} must not hold a name or password: the key of the Admin API is given by --admin-key.`,
    );
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
};

const nodesIn = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new OperatorError('--nodes is a number from 1 to 999.');
  return Number(text);
};

type Values = ReturnType<typeof parse>['values'];

const accessIn = ({ public: isPublic, organizations }: Values): ToldSettings['access'] => {
  const named = (organizations ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  if (isPublic && named.length > 0) throw new OperatorError('Say --public or --organizations, not both.');
  if (isPublic) return 'public';
  return named.length > 0 ? named : undefined;
};

const settingsIn = (values: Values): ToldSettings => {
  const text = (option: Exclude<keyof Values, 'public' | 'admin-key' | 'nodes' | undefined>) => {
    const value = values[option]?.trim();
    if (value === '') throw new UsageError(`--${option} is empty.\n${gatewayUsage}`);
    if (value !== undefined && value.length > 200) throw new OperatorError(`--${option} has at most 200 characters.`);
    return value;
  };
  const url = (option: Parameters<typeof text>[0]) => {
    const value = text(option);
    return value === undefined ? undefined : address(option, value);
  };
  return {
    name: text('name'),
    adminUrl: url('admin-url'),
    proxyUrl: url('proxy-url'),
    proxySslUrl: url('proxy-ssl-url'),
    portalUrl: url('portal-url'),
    nodes: nodesIn(values.nodes),
    access: accessIn(values),
    adminKey: values['admin-key'],
  };
};

const newSettings = (told: ToldSettings): NewSettings => {
  const missing = { name: told.name, 'admin-url': told.adminUrl, 'proxy-url': told.proxyUrl };
  for (const [option, value] of Object.entries(missing))
    if (value === undefined) throw new UsageError(`--${option} is missing.\n${gatewayUsage}`);
  if (told.access === undefined)
    throw new OperatorError('Say who may deploy to it: --public, or --organizations <names or ids>.');
  return told as NewSettings;
};

/**
 * Reads the command line.
 *
 * @throws OperatorError with the mistake or the usage.
 */
export const readGatewayArguments = (args: readonly string[]): GatewayArguments => {
  const { values, positionals } = parse(args);
  const [verb, gateway, ...more] = positionals;
  const settings = settingsIn(values);
  const isTold = Object.values(settings).some((value) => value !== undefined);
  if (verb === 'add' && gateway === undefined) return { verb, settings: newSettings(settings) };
  if (verb === 'list' && gateway === undefined && !isTold) return { verb };
  if (gateway === undefined || more.length > 0) throw new UsageError(gatewayUsage);
  if (verb === 'set' && isTold) return { verb, gateway, settings };
  if (verb === 'set') throw new UsageError(`Say what changes.\n${gatewayUsage}`);
  if ((verb === 'test' || verb === 'remove') && !isTold) return { verb, gateway };
  throw new UsageError(gatewayUsage);
};

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch {
    // The original message repeats the arguments, perhaps with a key.
    throw new UsageError(gatewayUsage);
  }
}
