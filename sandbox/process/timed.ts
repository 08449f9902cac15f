/** Carries out a step of the start. Then prints its title and the seconds that it took. Steps may run side by side. */
export const timed = async <Result>(
  title: string | ((result: Result) => string),
  work: () => Promise<Result>,
): Promise<Result> => {
  const begun = performance.now();
  const result = await work();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${seconds.padStart(6)} s  ${typeof title === 'string' ? title : title(result)}`);
  return result;
};
