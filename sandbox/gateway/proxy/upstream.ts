import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { type Row, text } from '../kernel/json.ts';
import type { Peer } from './balancer.ts';
import type { Call } from './call.ts';

/** Keep connections to upstreams and use them again. */
export type Agents = { http: HttpAgent; https: HttpsAgent };

export function createAgents(): Agents {
  return { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
}

/** Why there is no response: no connection, a broken connection, no response in time, or an unknown host name. */
export type UpstreamFailure = { failure: 'refused' | 'broken' | 'timeout' | 'unresolved' };

/**
 * Sends a call to one peer and waits for the head of the response. Streams the request's body if no plugin has read it.
 * Gives up after the service's `connect_timeout` or `read_timeout` (milliseconds).
 */
export function sendUpstream(
  call: Call,
  peer: Peer,
  service: Row,
  agents: Agents,
  body: Buffer | undefined,
): Promise<IncomingMessage | UpstreamFailure> {
  const https = text(service.protocol) === 'https';
  const { method, path, query, headers } = call.upstream;
  const sent = headers.filter(([name]) => !/^(host|content-length|transfer-encoding)$/i.test(name));
  const length = body ? String(body.length) : call.request.headers['content-length'];
  const framing: [string, string][] = [];
  const empty = body?.length === 0;
  if (length !== undefined && !empty) framing.push(['Content-Length', length]);
  else if (!body && call.request.headers['transfer-encoding']) framing.push(['Transfer-Encoding', 'chunked']);
  else if (!/^(GET|HEAD|DELETE|OPTIONS)$/.test(method)) framing.push(['Content-Length', '0']);
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? peer.hostHeader;
  // TLS allows no address as server name.
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const outgoing = (https ? httpsRequest : httpRequest)({
      host: peer.host,
      port: peer.port,
      method,
      path: path + (query ? `?${query}` : ''),
      headers: [['Host', host], ...framing, ...sent].flat(),
      agent: https ? agents.https : agents.http,
      // Kong does not check certificates by default (`proxy_ssl_verify`). A service may ask for it.
      ...(https ? { rejectUnauthorized: service.tls_verify === true, servername: isIP(name) ? '' : name } : {}),
    });
    let connected = false;
    const connectTimer = setTimeout(() => fail('timeout'), Number(service.connect_timeout));
    function fail(failure: UpstreamFailure['failure']) {
      clearTimeout(connectTimer);
      resolve({ failure });
      outgoing.destroy();
    }
    outgoing.on('socket', (socket) => {
      const ready = () => {
        connected = true;
        clearTimeout(connectTimer);
      };
      if (socket.connecting) socket.once(https ? 'secureConnect' : 'connect', ready);
      else ready();
    });
    outgoing.setTimeout(Number(service.read_timeout), () => connected && fail('timeout'));
    outgoing.on('response', (response) => {
      clearTimeout(connectTimer);
      resolve(response);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') fail('unresolved');
      else fail(connected ? 'broken' : 'refused');
    });
    // Ends the call to the upstream when the client hangs up.
    const { socket: client } = call.request;
    const hangUp = () => outgoing.destroy();
    client.once('close', hangUp);
    outgoing.once('close', () => client.off('close', hangUp));
    if (body) outgoing.end(body);
    else call.request.pipe(outgoing);
  });
}
