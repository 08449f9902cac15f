import { expect, it } from 'vitest';
import { writtenWith } from './written.ts';

const written = writtenWith('Test', { Subject: ({ subject }: { subject: string }) => subject });

it.each(['a\nb', 'a\r\nb', 'a\u2028b', 'a\u2029b', 'a\u0085b', '\\u2028', '"', 'שלום 😀'])(
  'an entry with %j is one line of JSON',
  (subject) => {
    const text = written.jsonl.lines([{ subject }]);
    expect(text.split(/\r\n|[\n\r\u2028\u2029]/)).toHaveLength(2);
    expect(JSON.parse(text)).toEqual({ subject });
  },
);
