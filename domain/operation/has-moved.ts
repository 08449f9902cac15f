import type { Operation } from './operation.ts';

/** Returns whether an operation has ended or was replayed since somebody asked for its replay. An attempt that runs has not moved it. */
export const hasMoved = ({ status, replay }: Operation, asked: Readonly<{ replay: number }>): boolean =>
  ['completed', 'superseded', 'cancelling', 'cancelled'].includes(status) || replay !== asked.replay;
