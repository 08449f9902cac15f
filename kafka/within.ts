import { KafkaError } from './failure.ts';
import { type KafkaTarget, placesIn, placeText } from './target.ts';

/** Waits for work with a target, but no longer than so many milliseconds. @throws KafkaError `kafka.no-answer`. */
export const within = async <Value>(
  milliseconds: number,
  target: KafkaTarget,
  started: Promise<Value>,
): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const [place] = placesIn(target.servers);
      reject(new KafkaError('kafka.no-answer', { host: place ? placeText(place) : '' }));
    }, milliseconds);
  });
  try {
    return await Promise.race([started, late]);
  } finally {
    clearTimeout(timer);
  }
};
