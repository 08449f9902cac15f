import { entityNamed } from '../entity/entities.ts';
import { completeRow } from '../entity/row.ts';
import { secretMatches, storedForm } from '../entity/stored-form.ts';
import { foreignId, isRow, parseJson, type Row, strings, text } from '../kernel/json.ts';
import type { Call, Plugin, PluginConfig, PluginContext, Reply } from '../proxy/call.ts';
import { headerValue, removeHeader, setHeader } from '../proxy/header-list.ts';
import { jsonReply } from '../proxy/replies.ts';
import { asAnonymous, authenticated } from './identity.ts';
import { withoutParameter } from './key-auth.ts';

const noStore: [string, string][] = [
  ['cache-control', 'no-store'],
  ['pragma', 'no-cache'],
];

const tokenError = (error: string, error_description: string, status = 400, headers: [string, string][] = []) =>
  jsonReply(status, { error, error_description }, [...noStore, ...headers]);

async function parameters(call: Call): Promise<Record<string, string>> {
  const body = (await call.body()).toString();
  const type = call.request.headers['content-type'] ?? '';
  if (/application\/json/i.test(type)) {
    const parsed = parseJson(body);
    return isRow(parsed) ? Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, text(value)])) : {};
  }
  return Object.fromEntries(new URLSearchParams(body));
}

/** Returns the client of a token request, given by HTTP Basic or in the body, if its secret is right. */
function clientOf(
  call: Call,
  given: Record<string, string>,
  { store }: PluginContext,
): { client?: Row; basic: boolean } {
  const basic = /^basic (.+)$/i.exec(call.request.headers.authorization ?? '')?.[1];
  const [, basicId = '', basicSecret = ''] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(basic ?? '', 'base64').toString()) ?? [];
  const id = basic ? basicId : (given.client_id ?? '');
  const secret = basic ? basicSecret : (given.client_secret ?? '');
  const client = store.find('oauth2_credentials', ['client_id'], { client_id: id });
  const right = client && secretMatches(text(client.client_secret), secret);
  return { ...(right ? { client } : {}), basic: basic !== undefined };
}

function scopeProblem(config: Row, scope: string | undefined): string | undefined {
  const known = strings(config.scopes);
  if (!scope) return config.mandatory_scope === true ? 'You must specify a scope' : undefined;
  const unknown = known.length > 0 ? scope.split(' ').find((name) => name && !known.includes(name)) : undefined;
  return unknown === undefined ? undefined : `"${unknown}" is an invalid scope`;
}

const grants: Record<string, string> = {
  client_credentials: 'enable_client_credentials',
  password: 'enable_password_grant',
};

/** `POST <route>/oauth2/token`: returns a new token for a client with the right secret. Only over https. */
async function issueToken(call: Call, { config }: PluginConfig, context: PluginContext): Promise<Reply> {
  const { store, random } = context;
  if (call.scheme !== 'https') return tokenError('access_denied', 'You must use HTTPS');
  const given = await parameters(call);
  const { client, basic } = clientOf(call, given, context);
  if (!client)
    return basic
      ? tokenError('invalid_client', 'Invalid client authentication', 401, [
          ['www-authenticate', 'Basic realm="OAuth2.0"'],
        ])
      : tokenError('invalid_client', 'Invalid client authentication');
  const grant = given.grant_type ?? '';
  const global = config.global_credentials === true;
  const token: Row = {
    credential: { id: client.id ?? null },
    service: global || !call.service ? null : { id: call.service.id ?? null },
    expires_in: config.token_expiration ?? 7200,
    authenticated_userid: given.authenticated_userid || null,
    scope: given.scope || null,
  };
  let refreshable = false;
  if (grant === 'refresh_token') {
    const old = store.find('oauth2_tokens', ['refresh_token'], { refresh_token: given.refresh_token ?? '' });
    if (!old || foreignId(old.credential) !== client.id) return tokenError('invalid_request', 'Invalid refresh_token');
    token.scope = old.scope ?? null;
    token.authenticated_userid = old.authenticated_userid ?? null;
    refreshable = true;
    store.remove('oauth2_tokens', String(old.id));
  } else {
    if (config[grants[grant] ?? ''] !== true) return tokenError('unsupported_grant_type', 'Invalid grant_type');
    const named = given.authenticated_userid !== undefined || grant === 'password';
    if (named && given.provision_key !== config.provision_key)
      return tokenError('invalid_provision_key', 'Invalid provision_key');
    const problem = scopeProblem(config, given.scope);
    if (problem) return tokenError('invalid_scope', problem);
    refreshable = grant === 'password';
  }
  const sent: Row = { ...token, ttl: config.refresh_token_ttl ?? null, access_token: random.token() };
  if (refreshable) sent.refresh_token = random.token();
  const kind = entityNamed('oauth2_tokens');
  const row = storedForm(kind.name, completeRow(kind, sent, random), sent);
  store.put(kind.name, row);
  await context.commit();
  const granted = { token_type: 'bearer', access_token: row.access_token, expires_in: row.expires_in };
  return jsonReply(200, refreshable ? { ...granted, refresh_token: row.refresh_token } : granted, noStore);
}

type Presented = { token: string; hide: () => void };

function presentedToken(call: Call, config: Row): Presented | undefined {
  const name = text(config.auth_header_name) || 'authorization';
  const header = headerValue(call.upstream.headers, name);
  const token = /^(?:bearer\s+)?(\S+)$/i.exec(header ?? '')?.[1];
  if (token) return { token, hide: () => removeHeader(call.upstream.headers, name) };
  const inQuery = new URLSearchParams(call.query).get('access_token');
  const hide = () => {
    call.upstream.query = withoutParameter(call.upstream.query, 'access_token');
  };
  return inQuery ? { token: inQuery, hide } : undefined;
}

/**
 * Returns whether a token is valid for this service: it belongs to it, or to none and the plugin is global, and is not
 * too old (`do_authentication` in Kong 3.9.1's plugins/oauth2/access.lua).
 */
function counts(token: Row, call: Call, config: Row): boolean {
  const bound = foreignId(token.service);
  if (bound === undefined ? config.global_credentials !== true : bound !== call.service?.id) return false;
  const life = Number(token.expires_in);
  return life === 0 || Math.floor(Date.now() / 1000) <= Number(token.created_at) + life;
}

/** Authentication by OAuth 2.0 tokens that the gateway itself issues (client credentials, password, refresh). */
export const oauth2: Plugin = {
  access(call, setting, context) {
    const { config } = setting;
    const endpoint = /\/oauth2\/token\/?$/.test(call.path);
    if (endpoint && call.request.method === 'POST') return issueToken(call, setting, context);
    const anonymous = text(config.anonymous);
    if (anonymous && call.credential) return undefined;
    const challenge = (details: string) => {
      const realm = text(config.realm) ? ` realm="${text(config.realm)}"` : '';
      return `Bearer${realm}${realm && details ? ',' : ''}${details ? ` ${details}` : ''}`;
    };
    const refuse = (status: number, error: string, description: string, plain = false): Reply | undefined => {
      if (anonymous) return asAnonymous(call, anonymous, context);
      const details = plain ? '' : `error="${error}" error_description="${description}"`;
      return jsonReply(status, { error, error_description: description }, [['WWW-Authenticate', challenge(details)]]);
    };
    if (endpoint)
      return refuse(405, 'invalid_method', `The HTTP method ${call.request.method} is invalid for the token endpoint`);
    const presented = presentedToken(call, config);
    if (!presented) return refuse(401, 'invalid_request', 'The access token is missing', true);
    // Hides a wrong token too: with an anonymous consumer the call may continue.
    if (config.hide_credentials === true) presented.hide();
    const { store } = context;
    const token = store.find('oauth2_tokens', ['access_token'], { access_token: presented.token });
    const credential = token && store.get('oauth2_credentials', foreignId(token.credential) ?? '');
    const consumer = credential && store.get('consumers', foreignId(credential.consumer) ?? '');
    if (!token || !credential || !consumer || !counts(token, call, config))
      return refuse(401, 'invalid_token', 'The access token is invalid or has expired');
    authenticated(call, consumer, credential, text(credential.client_id));
    for (const [name, value] of [
      ['X-Authenticated-Scope', text(token.scope)],
      ['X-Authenticated-UserId', text(token.authenticated_userid)],
    ] as const) {
      removeHeader(call.upstream.headers, name);
      if (value) setHeader(call.upstream.headers, name, value);
    }
    return undefined;
  },
};
