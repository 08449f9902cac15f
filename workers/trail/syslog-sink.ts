import { once } from 'node:events';
import net from 'node:net';
import { hostname } from 'node:os';
import tls from 'node:tls';
import type { TrailSink } from './sink.ts';
import { framed, syslogMessage } from './syslog-message.ts';

/** Milliseconds that a receiver has for a batch. */
const patience = 10_000;

/** @property isSecret whether the connection is TLS. */
export type SyslogPlace = Readonly<{ host: string; port: number; isSecret: boolean }>;

/** Returns the place of `syslog+tls://host:port` or `syslog+tcp://host:port`. Ports: RFC 5425, and 601 of RFC 3195 for TCP. */
export const syslogPlace = (address: string): SyslogPlace => {
  const { protocol, hostname: host, port } = new URL(address);
  const isSecret = protocol === 'syslog+tls:';
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) || (isSecret ? 6_514 : 601), isSecret };
};

const connect = ({ host, port, isSecret }: SyslogPlace, ca: string | undefined): net.Socket =>
  isSecret
    ? tls.connect({
        host,
        port,
        minVersion: 'TLSv1.2',
        ...(ca && { ca }),
        ...(net.isIP(host) === 0 && { servername: host }),
      })
    : net.connect({ host, port });

/**
 * Sends each batch over a connection of its own. Syslog knows no answer, and what was written to a connection is lost when the
 * receiver dies. So a batch counts when the receiver has closed the connection after it, without an error: it has read up to
 * the end.
 *
 * @param ca the authority that signed the receiver's certificate (PEM). Default: Node's, with NODE_EXTRA_CA_CERTS.
 */
export const createSyslogSink = (place: SyslogPlace, ca?: string): TrailSink => {
  const host = hostname();
  return {
    name: 'trail-syslog',
    send: async (entries) => {
      const signal = AbortSignal.timeout(patience);
      const socket = connect(place, ca);
      let isWritten = false;
      let isEarly = false;
      try {
        await once(socket, place.isSecret ? 'secureConnect' : 'connect', { signal });
        socket.once('end', () => {
          isEarly = !isWritten;
        });
        socket.resume();
        const closed = once(socket, 'close', { signal });
        socket.end(framed(entries.map((entry) => syslogMessage(entry, host))), () => {
          isWritten = true;
        });
        await closed;
        if (isEarly) throw new Error('it closed the connection before it had read everything');
      } catch (error) {
        throw signal.aborted ? new Error('it does not respond, or keeps the connection open after its end') : error;
      } finally {
        socket.on('error', () => undefined);
        socket.destroy();
      }
    },
  };
};
