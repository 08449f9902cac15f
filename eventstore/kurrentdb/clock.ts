/** Thrown when a call has not ended in time. Nobody knows whether it took effect. */
export class NoAnswerError extends Error {
  readonly code = 'ETIMEDOUT';
  constructor(milliseconds: number) {
    super(`the event log did not answer within ${Math.round(milliseconds)} ms`);
    this.name = 'NoAnswerError';
  }
}

/**
 * Returns what a call returns.
 *
 * @param limit milliseconds.
 * @param giveUp is called when the limit has passed. The call itself may go on.
 * @throws NoAnswerError
 */
export const withinLimit = async <Result>(
  call: Promise<Result>,
  limit: number,
  giveUp: () => void = () => undefined,
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new NoAnswerError(limit));
      giveUp();
    }, limit);
  });
  // A call that fails later has nobody who listens.
  call.catch(() => undefined);
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
};
