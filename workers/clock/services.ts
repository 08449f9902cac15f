import type { ClockKind } from '#domain/clock/kinds.ts';

/** Days until a thing of each kind is due: the settings `ACCESS_DUE_DAYS` and so on. */
export type ClockDays = Readonly<Record<ClockKind, number>>;

declare module '../engine/worker-services.ts' {
  interface WorkerServices {
    readonly clockDays: ClockDays;
  }
}
