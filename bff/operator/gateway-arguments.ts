import { parseArgs } from 'node:util';
import { OperatorError, UsageError } from './operator-error.ts';

const gatewayUsage = `usage: npm run gateway -- list
       npm run gateway -- add --name <name> --admin-url <URL> --proxy-url <URL>
           (--public | --organizations <names or ids, with commas between them>)
           [--proxy-ssl-url <URL>]  its proxy over https; unless told, what the Kong itself says
           [--nodes <number>]       how many nodes are behind its proxy; unless told, those that its answers show
           [--portal-url <URL>]     how it reaches the portal; PUBLIC_URL unless told
           [--admin-key]            asks for the key of its Admin API, or reads it from standard input;
                                    unless given, the environment variable KONG_ADMIN_TOKEN is it`;

const options = {
  name: { type: 'string' },
  'admin-url': { type: 'string' },
  'proxy-url': { type: 'string' },
  'proxy-ssl-url': { type: 'string' },
  'portal-url': { type: 'string' },
  nodes: { type: 'string' },
  organizations: { type: 'string' },
  public: { type: 'boolean', default: false },
  'admin-key': { type: 'boolean', default: false },
} as const;

/**
 * The arguments of `gateway add`.
 *
 * @property organizations names or ids as written; empty for a public gateway.
 * @property nodes         how many nodes are behind the proxy, if told.
 * @property asksKey       whether to ask for the Admin API's key.
 */
export type AddArguments = Readonly<{
  name: string;
  adminUrl: string;
  proxyUrl: string;
  proxySslUrl: string | undefined;
  portalUrl: string | undefined;
  nodes: number | undefined;
  isPublic: boolean;
  organizations: readonly string[];
  asksKey: boolean;
}>;

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

/**
 * Reads the command line.
 *
 * @returns undefined for `list`.
 * @throws OperatorError with the mistake or the usage.
 */
export const readGatewayArguments = (args: readonly string[]): AddArguments | undefined => {
  const { values, positionals } = parse(args);
  const [asked] = positionals;
  if (positionals.length !== 1 || (asked !== 'add' && asked !== 'list')) throw new UsageError(gatewayUsage);
  if (asked === 'list') return undefined;
  const given = (option: 'name' | 'admin-url' | 'proxy-url'): string => {
    const value = values[option]?.trim();
    if (!value) throw new UsageError(`--${option} is missing.\n${gatewayUsage}`);
    if (value.length > 200) throw new OperatorError(`--${option} has at most 200 characters.`);
    return value;
  };
  const optional = (option: 'proxy-ssl-url' | 'portal-url') => {
    const value = values[option];
    return value === undefined ? undefined : address(option, value);
  };
  const organizations = (values.organizations ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  if (values.public === organizations.length > 0)
    throw new OperatorError('Say who may deploy to it: --public, or --organizations <names or ids>.');
  return {
    name: given('name'),
    adminUrl: address('admin-url', given('admin-url')),
    proxyUrl: address('proxy-url', given('proxy-url')),
    proxySslUrl: optional('proxy-ssl-url'),
    portalUrl: optional('portal-url'),
    nodes: nodesIn(values.nodes),
    isPublic: values.public,
    organizations,
    asksKey: values['admin-key'],
  };
};

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    // The original message repeats the arguments, perhaps with a key.
    throw new UsageError(gatewayUsage);
  }
}
