import type { Vault } from '#platform/vault.ts';

/**
 * What a worker's trial call through a gateway carries, so that the gateway's report of it is not
 * counted as somebody's call. Only this installation can make the mark; no upstream sees it.
 */
export const probeHeader = 'x-portico-probe';

export const probeMark = ({ fingerprint }: Pick<Vault, 'fingerprint'>): string => fingerprint('portico-probe');
