import type { SpecComparison } from '#domain/api/comparison.ts';
import type { LintResult } from '#domain/api/lint.ts';
import type { Refusal } from '#domain/core/problem.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import type { EventComparison } from '#domain/event-category/comparison.ts';
import type { TryItOperation } from '#domain/try-it/schema.ts';
import type { PostedEntries } from '#gateway/telemetry/log-entry.ts';
import type { FetchedBatches } from '#kafka/messages/fetch-last.ts';
import type { CategoryHead } from '#specs/events/async-api.ts';
import type { MessageCheck } from '#specs/events/check-message.ts';
import type { EventSamples } from '#specs/events/sample-events.ts';
import type { ShownMessages } from '#specs/events/show-messages.ts';
import type { SpecDocument, SpecFormat } from '#specs/spec-document.ts';
import type { Envelope } from '../input/envelope.ts';

/** Argument of a child process whose work gives way to others. */
export const givesWayArgument = 'gives-way';

/** A job for a child process, about one document. `compare` has two, the older one first. */
export type SpecJob =
  | Readonly<{ kind: 'read' | 'operations' | 'try-it' | 'lint' | 'compare' }>
  /** Two lists of a category's events: the older, which may be empty, and the newer, which is checked. */
  | Readonly<{ kind: 'events' }>
  /** A list of a category's events, which were checked before. */
  | Readonly<{ kind: 'samples' }>
  | Readonly<{ kind: 'async-api'; head: CategoryHead }>
  /** The events of a topic, then the records of each of the batches, packed as its broker keeps them. */
  | Readonly<{ kind: 'messages'; batches: readonly Omit<FetchedBatches, 'records'>[] }>
  /** One event, and a message that somebody wants to send. */
  | Readonly<{ kind: 'message' }>
  | Readonly<{ kind: 'convert'; to: SpecFormat }>
  /** Returns JSON that is safe inside an HTML page. */
  | Readonly<{ kind: 'embed'; from: SpecFormat }>
  /** Takes a document out of a JSON body. */
  | Readonly<{ kind: 'envelope'; field: string }>
  /** `now` in milliseconds. */
  | Readonly<{ kind: 'telemetry'; now: number }>;

/** The result of a job: of the same kind, or a refusal. */
export type SpecResult =
  | Readonly<{ kind: 'read'; document: SpecDocument }>
  | Readonly<{ kind: 'operations'; operations: SpecOperations }>
  | Readonly<{ kind: 'try-it'; operations: readonly TryItOperation[] }>
  | Readonly<{ kind: 'lint'; result: LintResult }>
  | Readonly<{ kind: 'compare'; comparison: SpecComparison }>
  | Readonly<{ kind: 'events'; comparison: EventComparison }>
  | Readonly<{ kind: 'samples'; samples: EventSamples }>
  | Readonly<{ kind: 'async-api'; document: string }>
  | Readonly<{ kind: 'messages'; shown: ShownMessages }>
  | Readonly<{ kind: 'message'; check: MessageCheck }>
  | Readonly<{ kind: 'convert'; bytes: Uint8Array<ArrayBuffer> }>
  | Readonly<{ kind: 'embed'; bytes: Uint8Array<ArrayBuffer> }>
  | Readonly<{ kind: 'envelope'; envelope: Envelope }>
  | Readonly<{ kind: 'telemetry'; posted: PostedEntries }>
  | RefusalResponse;

export type RefusalResponse = Readonly<{ kind: 'refusal'; refusal: Refusal }>;
