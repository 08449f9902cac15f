import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenAnywhere } from './listen-anywhere.ts';

/**
 * What the store does instead of its work. It holds `hang` until it is closed, and `deaf` stores without the answer. `plain` does not know
 * conditions, `old` answers them as those of reads, and `busy` has another write of the same object under way, which
 * ends a moment after the first refusal.
 */
type Fault =
  | 'none'
  | 'hang'
  | 'deaf'
  | 'plain'
  | 'old'
  | 'busy'
  | Readonly<{ status: number; text?: string; location?: string }>;
type Access = Readonly<{ bucket: string; region: string; keyId: string; secret: string }>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const errorOf = (code: string, more = '') => `<?xml version="1.0"?><Error><Code>${code}</Code>${more}</Error>`;

/** Returns why a request is refused, as AWS describes Signature Version 4; undefined when it is signed as it must be. */
const faultIn = ({ method, url, headers }: IncomingMessage, body: string, access: Access): string | undefined => {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;
  const [, keyId, day = '', region, signed = '', signature] = form.exec(headers.authorization ?? '') ?? [];
  const at = String(headers['x-amz-date']);
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!signature) return 'AccessDenied';
  if (keyId !== access.keyId) return 'InvalidAccessKeyId';
  if (region !== access.region) return 'AuthorizationHeaderMalformed';
  if (!at.startsWith(day) || !(Math.abs(Date.now() - time) < 900_000)) return 'RequestTimeTooSkewed';
  const names = signed.split(';');
  // Each header that decides what happens must be signed.
  for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256', 'if-none-match', 'content-md5'])
    if (headers[name] !== undefined && !names.includes(name)) return 'AccessDenied';
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const { pathname, searchParams } = new URL(url ?? '', 'http://store.test');
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...searchParams].map((pair) => pair.map(encoded).join('=')).sort();
  const canonical = [
    ...[method, pathname, query.join('&')],
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    ...['', signed, headers['x-amz-content-sha256']],
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = [day, access.region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${access.secret}`);
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
};

/** For tests: an S3-compatible store with one bucket, which checks each signature by itself and has the faults it is told. */
export const startObjectStore = async (access: Access) => {
  const objects = new Map<string, string>();
  const refused: string[] = [];
  let calls = 0;
  let fault: Fault = 'none';

  const list = (url: URL): string => {
    const { prefix = '', 'start-after': after = '', 'max-keys': most = '1000' } = Object.fromEntries(url.searchParams);
    const names = [...objects.keys()].sort().filter((name) => name.startsWith(prefix) && name > after);
    const told = names.slice(0, Number(most)).map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`);
    return `<?xml version="1.0"?><ListBucketResult><Name>b</Name><Prefix>${prefix}</Prefix>${told.join('')}</ListBucketResult>`;
  };

  const answer = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { method, headers } = request;
    const url = new URL(request.url ?? '', 'http://store.test');
    const reply = (status: number, text = '', more: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/xml', ...more }).end(text);
    const wrong = faultIn(request, body, access);
    if (wrong) {
      refused.push(wrong);
      // As AWS does, which tells the key and all that it computed from.
      reply(403, errorOf(wrong, `<AWSAccessKeyId>${access.keyId}</AWSAccessKeyId><Secret>${access.secret}</Secret>`));
      return;
    }
    calls += 1;
    if (typeof fault === 'object') {
      reply(fault.status, fault.text, fault.location ? { location: fault.location } : {});
      return;
    }
    if (fault === 'hang') return;
    const [, bucket, ...parts] = url.pathname.split('/');
    const name = parts.join('/');
    if (bucket !== access.bucket) reply(404, errorOf('NoSuchBucket'));
    else if (method === 'GET' && name === '') reply(200, list(url));
    else if (method === 'GET') {
      const found = objects.get(name);
      reply(found === undefined ? 404 : 200, found ?? errorOf('NoSuchKey'));
    } else if (method !== 'PUT' || headers['content-md5'] !== createHash('md5').update(body).digest('base64'))
      reply(400, errorOf('InvalidRequest'));
    else if (headers['if-none-match'] && fault === 'plain') reply(501, errorOf('NotImplemented'));
    else if (headers['if-none-match'] && fault === 'busy') {
      // Longer than whoever asks again at once needs on a busy machine, and shorter than the writer waits.
      setTimeout(() => {
        if (fault === 'busy') fault = 'none';
      }, 200);
      reply(409, errorOf('ConditionalRequestConflict'));
    } else if (headers['if-none-match'] && objects.has(name))
      reply(fault === 'old' ? 304 : 412, fault === 'old' ? '' : errorOf('PreconditionFailed'));
    else {
      objects.set(name, body);
      if (fault === 'deaf') response.destroy();
      else reply(200);
    }
  };

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => answer(request, response, body));
  });
  return {
    ...(await listenAnywhere(server)),
    objects,
    refused,
    calls: () => calls,
    setFault: (next: Fault) => {
      fault = next;
    },
  };
};
