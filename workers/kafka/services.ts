import type { PlacePolicy } from '#kafka/connect/open-connection.ts';

declare module '../engine/worker-services.ts' {
  interface WorkerServices {
    /** Decides where brokers may be. It is asked again wherever a broker points to. */
    readonly brokerPlaces: PlacePolicy;
  }
}
