import { type Json, type Row, strings } from '../kernel/json.ts';
import type { Call, Plugin } from '../proxy/call.ts';
import { type HeaderList, removeHeader, setHeader } from '../proxy/header-list.ts';
import { pcre } from '../schema/typedefs.ts';

/** Sets the headers that tell a browser whether a page of this origin may read the response. */
function setOrigin(headers: HeaderList, call: Call, config: Row): void {
  const origins = strings(config.origins);
  const [only] = origins;
  const asking = call.request.headers.origin;
  const isForAll = origins.length === 0 || origins.includes('*');
  // As in Kong: a page of any origin that may send cookies is named, because browsers refuse a star then.
  if (isForAll && (config.credentials !== true || asking === undefined)) {
    setHeader(headers, 'Access-Control-Allow-Origin', '*');
    return;
  }
  setHeader(headers, 'vary', 'Origin');
  // As in Kong: a single plain origin is sent to everybody. With several, only the origin of the request is sent.
  const plain = origins.length === 1 && only !== undefined && /^[A-Za-z0-9:/.-]+$/.test(only);
  const isAllowed = (origin: string) =>
    asking !== undefined && (origin === asking || pcre(origin, (body) => `^(?:${body})$`).test(asking));
  const allowed = plain ? only : isForAll || origins.some(isAllowed) ? asking : undefined;
  if (allowed === undefined) removeHeader(headers, 'Access-Control-Allow-Origin');
  else setHeader(headers, 'Access-Control-Allow-Origin', allowed);
  if (config.credentials === true) setHeader(headers, 'Access-Control-Allow-Credentials', 'true');
}

const joined = (value: Json | undefined) => strings(value).join(',');

/** Cross-origin resource sharing: responds to preflight requests itself and adds headers to all other responses. */
export const cors: Plugin = {
  access(call, { config }) {
    const asked = call.request.headers['access-control-request-method'];
    if (call.request.method !== 'OPTIONS' || !call.request.headers.origin || !asked) return undefined;
    if (config.preflight_continue === true) return undefined;
    const headers = joined(config.headers) || [call.request.headers['access-control-request-headers'] ?? ''].join();
    const preflight: HeaderList = [['Access-Control-Allow-Methods', joined(config.methods)]];
    if (headers) preflight.push(['Access-Control-Allow-Headers', headers]);
    if (typeof config.max_age === 'number') preflight.push(['Access-Control-Max-Age', String(config.max_age)]);
    if (config.private_network === true) preflight.push(['Access-Control-Allow-Private-Network', 'true']);
    return { status: 200, headers: preflight, body: '' };
  },
  header(call, { config }, response) {
    setOrigin(response.headers, call, config);
    const exposed = joined(config.exposed_headers);
    if (exposed && call.request.method !== 'OPTIONS')
      setHeader(response.headers, 'Access-Control-Expose-Headers', exposed);
  },
};
