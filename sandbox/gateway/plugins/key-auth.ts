import { foreignId, isRow, parseJson, strings, text } from '../kernel/json.ts';
import type { Call, Plugin, Reply } from '../proxy/call.ts';
import { headerValue, headerValues, removeHeader } from '../proxy/header-list.ts';
import { errorReply } from '../proxy/replies.ts';
import { asAnonymous, authenticated } from './identity.ts';

/** Removes a parameter from a query. The rest stays as it was written. */
export function withoutParameter(query: string, name: string): string {
  const parts = query.split('&').filter((part) => !new URLSearchParams(part).has(name));
  return parts.join('&');
}

/** Keeps a key from the upstream: from the header and the query, wherever it was found. */
function hide({ upstream }: Call, name: string): void {
  removeHeader(upstream.headers, name);
  upstream.query = withoutParameter(upstream.query, name);
}

async function findKeys(
  call: Call,
  name: string,
  places: { header: boolean; query: boolean; body: boolean },
): Promise<string[]> {
  const headers = places.header ? headerValues(call.upstream.headers, name) : [];
  if (headers.length > 0) return headers;
  const query = places.query ? new URLSearchParams(call.query).getAll(name) : [];
  if (query.length > 0 || !places.body) return query;
  const body = await call.body();
  const type = headerValue(call.upstream.headers, 'content-type') ?? '';
  if (/application\/json/i.test(type)) {
    const parsed = parseJson(body.toString());
    const key = isRow(parsed) ? parsed[name] : undefined;
    return typeof key === 'string' ? [key] : [];
  }
  return /x-www-form-urlencoded/i.test(type) ? new URLSearchParams(body.toString()).getAll(name) : [];
}

/** Authentication by a key in a header, the query or the body. */
export const keyAuth: Plugin = {
  async access(call, { config }, context) {
    if (call.request.method === 'OPTIONS' && config.run_on_preflight === false) return undefined;
    const anonymous = text(config.anonymous);
    if (anonymous && call.credential) return undefined;
    const refuse = (message: string): Reply | undefined => {
      if (anonymous) return asAnonymous(call, anonymous, context);
      const reply = errorReply(401, message, call.id, call.request.headers.accept);
      reply.headers.push(['WWW-Authenticate', text(config.realm) ? `Key realm="${text(config.realm)}"` : 'Key']);
      return reply;
    };
    const places = {
      header: config.key_in_header === true,
      query: config.key_in_query === true,
      body: config.key_in_body === true,
    };
    for (const name of strings(config.key_names)) {
      const keys = await findKeys(call, name, places);
      if (keys.length > 1) return refuse('Duplicate API key found');
      const [key = ''] = keys;
      if (key === '') continue;
      if (config.hide_credentials === true) hide(call, name);
      const credential = context.store.find('keyauth_credentials', ['key'], { key });
      const consumer = credential && context.store.get('consumers', foreignId(credential.consumer) ?? '');
      if (!credential || !consumer) return refuse('Unauthorized');
      authenticated(call, consumer, credential, text(credential.id));
      return undefined;
    }
    return refuse('No API key found in request');
  },
};
