import type { Vault } from '#platform/vault.ts';

/**
 * Marks a worker's test call through a gateway, so that the gateway's report of it does not count as a caller's. Only
 * this installation can make the mark. No upstream sees it.
 */
export const probeHeader = 'x-portico-probe';

export const probeMark = ({ fingerprint }: Pick<Vault, 'fingerprint'>): string => fingerprint('portico-probe');

/** Returns the mark of a call whose report is awaited. @param token of this one test. */
export const awaitedMark = (vault: Pick<Vault, 'fingerprint'>, token: string): string => `${probeMark(vault)}/${token}`;

/** Returns the token in the mark of a call whose report is awaited; undefined for every other call. */
export const awaitedToken = (mark: string, probe: string | undefined): string | undefined =>
  probe?.startsWith(`${mark}/`) ? probe.slice(mark.length + 1, mark.length + 101) : undefined;

/** Returns the name of the ticket that tells that a report came. */
export const reportTicket = (gatewayId: number, token: string): string => `gateway-report/${gatewayId}/${token}`;
