import { isDiskFull } from '#platform/database.ts';
import { codeOf } from '#platform/error-code.ts';

/**
 * Returns whether Postgres refused before anything was durable: no space, no right, no lock, read-only, or ended by a
 * limit or an operator.
 */
export const isRefusedWrite = (error: unknown): boolean =>
  isDiskFull(error) || /^(53|58|40|55P03|25006|57014|42501)/.test(codeOf(error));
