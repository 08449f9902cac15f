import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { NoticeRow } from '#domain/notice/schema.ts';
import { historySentence } from '../features/history/history-sentence.ts';
import { noticeDetail } from '../features/notice/notice-text.ts';
import { formatterOf } from '../i18n/format.ts';
import { folders, textsOf } from './texts.ts';

const endsAt = '2026-12-31T23:59:59.999Z';

it.each(folders)(
  'the bell and the history say the last day of access and of a key in UTC, as the list and mails do: %s',
  (language) => {
    const texts = textsOf(language);
    const t = ((key: string, values: Record<string, string>) =>
      texts.get(key)?.replace(/\{\{(\w+)\}\}/g, (_hole, name) => values[name] ?? '')) as unknown as TFunction;
    const format = formatterOf(language);
    const notice = (kind: string, more: object = {}) =>
      noticeDetail(t, format, String, { kind, endsAt, note: '', ...more } as NoticeRow);
    const entry = (type: string) =>
      historySentence(t, format, { type, subject: '', values: { until: endsAt } } as Parameters<
        typeof historySentence
      >[2]);
    const sentences = [
      notice('access-approved'),
      notice('access-ends'),
      notice('access-ends', { eventCategory: { id: 1, name: 'Orders', deleted: false } }),
      notice('key-ending', { operation: null }),
      ...['ApiAccessGranted', 'ApiAccessEndChanged', 'ApiAccessEnding', 'KeyEnding'].map(entry),
    ];
    for (const sentence of sentences) {
      expect(sentence).toContain(format.day('2026-12-31'));
      expect(sentence).toContain('UTC');
    }
  },
);
