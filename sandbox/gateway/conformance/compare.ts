import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../kernel/json.ts';
import { isUuid } from '../schema/check-field.ts';

/** Keys whose values differ from run to run. Only the types of these values are compared. */
const changing =
  /^(created_at|updated_at|ttl|request_id|node_id|x-kong-request-id|ratelimit-reset|retry-after|via|started_at|balancer_start(_ns)?|balancer_latency(_ns)?|size|request|kong|proxy|receive|date|content-length|connection|x-kong-(upstream|proxy|response)-latency|ws_id|workspace|server|cipher)$/i;

function known(value: unknown): string {
  if (typeof value !== 'string') return typeof value;
  return /^\d+$/.test(value) ? 'digits' : 'text';
}

/** Generated texts of a fixed form: salted hashes, and the ids of a tracker and a counter. */
const forms = [/^\$pbkdf2-sha512\$i=10000,l=32\$/, /^127\.0\.0\.1-\d+-\d+-\d+-\d+-[\d.]+$/, /^[0-9a-f-]{36}#\d+$/];

/** Returns where two responses differ, undefined if they are equal. Ignores the case of keys under `headers`. */
export function difference(recorded: Json | undefined, received: Json | undefined, path = ''): string | undefined {
  if (isDeepStrictEqual(recorded, received)) return undefined;
  const told = `${path || 'body'}: recorded ${JSON.stringify(recorded)}, received ${JSON.stringify(received)}`;
  if (typeof recorded === 'string' && typeof received === 'string') {
    const idText = /(request_?id(: |>)|"request_id":")[0-9a-f]{32}/g;
    if (recorded.replace(idText, '') === received.replace(idText, '')) return undefined;
    if (/(^|\.)request\.id$|[xX]-[kK]ong-[rR]equest-[iI]d$/.test(path))
      return recorded.length === received.length ? undefined : told;
    if (/X-Corr$/.test(path) && isUuid(recorded) && isUuid(received)) return undefined;
    if (forms.some((form) => form.test(recorded) && form.test(received))) return undefined;
    return told;
  }
  if (Array.isArray(recorded) && Array.isArray(received)) {
    if (recorded.length !== received.length) return told;
    for (const [i, item] of recorded.entries()) {
      const found = difference(item, received[i], `${path}[${i}]`);
      if (found) return found;
    }
    return undefined;
  }
  if (!plain(recorded) || !plain(received)) return told;
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(received)])) {
    const [was, is] = [recorded[key], received[key]];
    const at = path ? `${path}.${key}` : key;
    // For a request without a body Kong sends no length, Node sends 0.
    if (/^content-length$/i.test(key) && (was ?? '0') === (is ?? '0')) continue;
    // Kong logs `connection: close` for every response, even if the connection stays open.
    if (at.endsWith('response.headers.connection')) continue;
    const masked = changing.test(key) && typeof was !== 'object' && typeof is !== 'object';
    if (masked && known(was) === known(is)) continue;
    const found = difference(was, is, at);
    if (found) return found;
  }
  return undefined;
}

function plain(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
