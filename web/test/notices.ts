import { beforeEach } from 'vitest';
import { type Notice, showNoticesWith } from '../api/notice.ts';

/** Keeps the notices of each test in place of drawing them. */
export const collectNotices = (): readonly Notice[] => {
  const notices: Notice[] = [];
  showNoticesWith((notice) => notices.push(notice));
  beforeEach(() => {
    notices.length = 0;
  });
  return notices;
};
