import type { Run } from '../engine/run.ts';

/** Returns the guard header's value for the closed routes of an operation. */
export const secretOf = ({ services, operationId }: Run): string => services.vault.fingerprint(`guard/${operationId}`);
