import { getCACertificates } from 'node:tls';

/** Returns the option of TLS connections that trusts more authorities than this machine's. Nothing is ever trusted less. */
export const trusted = (authorities: readonly string[] = []): { ca?: string[] } =>
  authorities.length === 0 ? {} : { ca: [...getCACertificates('default'), ...authorities] };
