/** What every object of a thread has in common. */
const common = [Object, Array, String, Number, Boolean, Function, RegExp, Map, Set, Promise].map(
  ({ prototype }) => prototype as object,
);
const namesInCommon = (): string => common.map((prototype) => Reflect.ownKeys(prototype).length).join();

/**
 * A document that adds to what all objects have in common, by whatever hole, must not reach the next one that is read in
 * its thread (requirement D6).
 *
 * @returns tells whether nothing was added or taken away since.
 */
export const watchBuiltIns = (): (() => boolean) => {
  const before = namesInCommon();
  return () => namesInCommon() === before;
};
