import { randomBytes } from 'node:crypto';

/**
 * A place in a trace: the trace, and the span in it that what follows belongs to. Hexadecimal, 32 and 16 characters
 * (W3C Trace Context).
 */
export type SpanPlace = Readonly<{ traceId: string; spanId: string }>;

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const length = 55;
const zeros = /^0+$/;

/** Returns a place as the header `traceparent` has it. */
export const traceparentOf = ({ traceId, spanId }: SpanPlace): string => `00-${traceId}-${spanId}-01`;

/**
 * Reads a `traceparent`. Its flag says whether the sender keeps the trace, which decides nothing here.
 *
 * @returns undefined for anything but version 00 to the letter.
 */
export const readTraceparent = (text: string | undefined): SpanPlace | undefined => {
  if (text?.length !== length) return undefined;
  const [, traceId, spanId] = form.exec(text) ?? [];
  if (!traceId || !spanId || zeros.test(traceId) || zeros.test(spanId)) return undefined;
  return { traceId, spanId };
};

/** Returns a new place: in the trace of `parent`, or in a trace of its own. */
export const newPlace = (parent: SpanPlace | undefined): SpanPlace => ({
  traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
});
