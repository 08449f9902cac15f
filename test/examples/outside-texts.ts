/** Texts that anybody outside may write, each of which some store refuses. */
export const outsideTexts: Readonly<Record<string, string>> = {
  '300,000 characters': 'Ä'.repeat(300_000),
  '300,000 characters that no compression shortens': Array.from({ length: 100_000 }, (_none, index) =>
    ((index * 7_919) % 100_000).toString(36).padStart(3, '0').slice(-3),
  ).join(''),
  'a NUL': 'a\0b',
  'half of a pair at its end': 'a\ud83d',
  'half of a pair at its beginning': '\ude00a',
};
