/** Objects that all code in a process shares. */
const common = [Object, Array, String, Number, Boolean, Function, RegExp, Map, Set, Promise].map(
  ({ prototype }) => prototype as object,
);
const namesInCommon = (): string => common.map((prototype) => Reflect.ownKeys(prototype).length).join();

/**
 * Watches shared built-in objects. A document that changes them, by any security hole, must not affect the next document in
 * its process (requirement D6).
 *
 * @returns a function that returns whether they are unchanged.
 */
export const watchBuiltIns = (): (() => boolean) => {
  const before = namesInCommon();
  return () => namesInCommon() === before;
};
