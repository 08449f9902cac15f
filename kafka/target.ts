import type { kafkaMechanisms, kafkaProtocols } from '#domain/resource/types.ts';

/** Where a broker is. */
export type BrokerPlace = Readonly<{ host: string; port: number }>;

/**
 * The brokers of one environment, and who Portico is there.
 *
 * @property servers     `broker.example:9092`, several with commas between them.
 * @property login       of a protocol with SASL.
 * @property authorities certificates (PEM) that are trusted besides the usual ones.
 */
export type KafkaTarget = Readonly<{
  servers: string;
  protocol: (typeof kafkaProtocols)[number];
  login?: Readonly<{ mechanism: (typeof kafkaMechanisms)[number]; user: string; password: string }> | undefined;
  authorities: readonly string[];
}>;

/** Brokers that are tried, and characters of their addresses. A cluster names its others itself. */
const serversLimit = 10;
const serversLength = 2000;

/** Returns the places in the addresses of a target: the first ten. The port of an address without one is 9092. */
export const placesIn = (servers: string): BrokerPlace[] =>
  servers
    .slice(0, serversLength)
    .split(',', serversLimit)
    .map((each) => {
      const text = each.trim();
      const at = text.lastIndexOf(':');
      const host = (at < 0 ? text : text.slice(0, at)).replace(/^\[|\]$/g, '');
      return { host, port: at < 0 ? 9092 : Number(text.slice(at + 1)) };
    });

/** Returns a place as people write it. */
export const placeText = ({ host, port }: BrokerPlace): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
