import type { Row } from '../kernel/json.ts';
import { type AdminResponse, Refusal } from './refusal.ts';

/** The path of a request that sets faults. Kong has no such path. */
export const faultsPath = '/portico-faults';

/**
 * What goes wrong with calls to the Admin API.
 *
 * @property errors part of the calls, 0 to 1, that are answered with 500 before anything is done.
 * @property lost   part of the calls whose connection is cut after they were carried out.
 * @property late   milliseconds before each call is looked at.
 * @property nonsense part of the calls, 0 to 1, that something else answers, such as the page of a proxy. Nothing is done.
 * @property dbless whether it says and does what a Kong without a database does: no change.
 */
export type Faults = Readonly<{ errors: number; lost: number; late: number; nonsense: number; dbless: boolean }>;

export const noFaults: Faults = { errors: 0, lost: 0, late: 0, nonsense: 0, dbless: false };

const html = { body: '<!doctype html><title>Welcome</title>', type: 'text/html' };
const nonsense: readonly AdminResponse[] = [
  { status: 200, ...html },
  { status: 200, body: { hello: 'world' } },
  { status: 200, body: '' },
  { status: 404, ...html },
];

/** Returns an answer that a Kong never gives to what was asked. @param part from 0 up to 1, which one. */
export const nonsenseAt = (part: number): AdminResponse =>
  nonsense[Math.floor(part * nonsense.length)] as AdminResponse;

/** Reads faults from a body. Fields that it leaves out are 0. @throws Refusal when a field is not such a number. */
export function faultsIn(body: Row): Faults {
  const numberOf = (name: Exclude<keyof Faults, 'dbless'>, most: number): number => {
    const value = body[name] ?? 0;
    if (typeof value === 'number' && value >= 0 && value <= most) return value;
    const refusal: AdminResponse = { status: 400, body: { message: `${name} must be a number up to ${most}` } };
    throw new Refusal(refusal);
  };
  return {
    errors: numberOf('errors', 1),
    lost: numberOf('lost', 1),
    late: numberOf('late', 60_000),
    nonsense: numberOf('nonsense', 1),
    dbless: body.dbless === true,
  };
}
