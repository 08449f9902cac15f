import type { Vault } from '#platform/vault.ts';

/**
 * Marks a worker's test call through a gateway, so that the gateway's report of it does not count as a caller's. Only
 * this installation can make the mark. No upstream sees it.
 */
export const probeHeader = 'x-portico-probe';

export const probeMark = ({ fingerprint }: Pick<Vault, 'fingerprint'>): string => fingerprint('portico-probe');
