import { isIP } from 'node:net';
import { isRow, type Row, strings, text } from '../kernel/json.ts';
import { addEntityViolation, addViolation } from '../schema/entity-checks.ts';
import type { Violation, Violations } from '../schema/schema.ts';
import { isHostName, regexError } from '../schema/typedefs.ts';
import { certificateViolations } from './certificate.ts';

/*
 * Checks that Kong makes in code, which its schemas do not show. Written from the recorded refusals.
 */

type Check = (row: Row, found: Violations) => void;

const routeMatchers = {
  http: ['methods', 'hosts', 'headers', 'paths'],
  https: ['methods', 'hosts', 'headers', 'paths', 'snis'],
  grpc: ['hosts', 'headers', 'paths'],
  grpcs: ['hosts', 'headers', 'paths', 'snis'],
};

function routeCheck(row: Row, found: Violations): void {
  const protocols = strings(row.protocols);
  for (const protocol of ['https', 'http', 'grpcs', 'grpc'] as const) {
    if (!protocols.includes(protocol)) continue;
    const names = routeMatchers[protocol];
    const set = names.some((name) => {
      const value = row[name];
      return value && (typeof value === 'string' || Object.keys(value).length > 0);
    });
    if (set) continue;
    const shown = names.map((name) => `'${name}'`).join(', ');
    addEntityViolation(found, `must set one of ${shown} when 'protocols' is '${protocol}'`);
    break;
  }
  if (row.strip_path === true && protocols.some((protocol) => protocol.startsWith('grpc')))
    found.strip_path = "cannot set 'strip_path' when 'protocols' is 'grpc' or 'grpcs'";
  const hosts = strings(row.hosts).map((host) =>
    isHostName(host.replace(/^\*\.|\.\*$/g, '').replace(/:\d+$/, '')) ? null : `invalid hostname: ${host}`,
  );
  if (!found.hosts && hosts.some(Boolean)) found.hosts = hosts;
}

const hostTarget = (target: string): Violation | undefined => {
  const [, host = '', port] = /^(\[.+\]|[^:]*)(?::(\d+))?$/.exec(target) ?? [];
  return isHostName(host) && Number(port ?? 1) <= 65535
    ? undefined
    : 'Invalid target; not a valid hostname or ip address';
};

function redirectViolation(uri: string): string | null {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(uri)) return `cannot parse '${uri}'`;
  return uri.includes('#') ? `fragment not allowed in '${uri}'` : null;
}

function upstreamName(row: Row, found: Violations): void {
  const name = text(row.name);
  if (found.name || !name) return;
  if (isIP(name)) found.name = `Invalid name ('${name}'); no ip addresses allowed`;
  else if (!isHostName(name)) found.name = `Invalid name ('${name}'); must be a valid hostname`;
}

/** Checks by kind of object. */
export const entityExtraChecks: Record<string, Check> = {
  routes: routeCheck,
  upstreams: upstreamName,
  targets(row, found) {
    const wrong = found.target ? undefined : hostTarget(text(row.target));
    if (wrong) found.target = wrong;
  },
  oauth2_credentials(row, found) {
    const wrong = strings(row.redirect_uris).map(redirectViolation);
    if (!found.redirect_uris && wrong.some(Boolean)) found.redirect_uris = wrong;
  },
  snis(row, found) {
    if (!found.name && /.\*./.test(text(row.name))) found.name = 'wildcard must be leftmost or rightmost character';
  },
  certificates: certificateViolations,
};

const periods = ['second', 'minute', 'hour', 'day', 'month', 'year'];

function rateLimits(config: Row, found: Violations): void {
  const set = periods.filter((period) => typeof config[period] === 'number');
  for (const [i, longer] of set.entries()) {
    const shorter = set[i - 1];
    if (shorter === undefined || Number(config[longer]) >= Number(config[shorter])) continue;
    const shown = (period: string) => `${period}(${Number(config[period]).toFixed(1)})`;
    found.config = `The limit for ${shown(longer)} cannot be lower than the limit for ${shown(shorter)}`;
    return;
  }
}

/** Checks the headers of the transformers (`Name:value`): the name must not contain a space. */
function transformedHeaders(config: Row, found: Violations): void {
  for (const action of ['rename', 'replace', 'add', 'append']) {
    const section = config[action];
    const headers = isRow(section) ? strings(section.headers) : [];
    const wrong = headers.map((header) => {
      const [name = ''] = header.split(':');
      return /^[A-Za-z0-9!#$%&'*+\-.^_|~]+$/.test(name) ? null : `'${name}' is not a valid header`;
    });
    if (wrong.some(Boolean) && !isRow(found.config)) addViolation(found, `config.${action}.headers`, wrong);
  }
}

const grants = [
  'enable_authorization_code',
  'enable_implicit_grant',
  'enable_client_credentials',
  'enable_password_grant',
];

/** Checks of a plugin's `config`, by the plugin's name. They run only if each field of the config is valid. */
export const pluginExtraChecks: Record<string, (config: Row, found: Violations) => void> = {
  'rate-limiting': rateLimits,
  'request-transformer': transformedHeaders,
  'response-transformer': transformedHeaders,
  oauth2(config, found) {
    if (!grants.some((grant) => config[grant] === true))
      found.config = `at least one of these fields must be true: ${grants.join(', ')}`;
  },
  'request-termination'(config, found) {
    if (config.message && (config.content_type || config.body))
      found.config = 'message cannot be used with content_type or body';
    else if (config.content_type && !config.body) found.config = 'content_type requires a body';
  },
  cors(config, found) {
    const wrong = strings(config.origins).map((origin) =>
      origin !== '*' && regexError(origin) ? `'${origin}' is not a valid regex` : null,
    );
    if (wrong.some(Boolean)) addViolation(found, 'config.origins', wrong);
  },
};
