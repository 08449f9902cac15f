import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { LoginEnvironment } from './log-in.ts';
import { askSession } from './session.tsx';
import { onShared, writeShared } from './shared-storage.ts';

const key = 'apim-login';
const told = z.object({ error: z.optional(z.string()) });

const parse = (text: string | null): z.output<typeof told> => {
  try {
    return z.safeParse(told, JSON.parse(text ?? '')).data ?? {};
  } catch {
    return {};
  }
};

/** What the callback page of the login window says to the page that opened it: a code when it failed. */
export const tellOpener = (error: string | undefined): void =>
  writeShared(key, JSON.stringify({ at: Date.now(), ...(error !== undefined && { error }) }));

/** A login window in the middle of this one. */
export const browserLogin = (client: QueryClient): LoginEnvironment => ({
  open: (url, { width, height }) => {
    const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
    const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
    return window.open(url, 'apim-login', `popup,width=${width},height=${height},left=${left},top=${top}`);
  },
  askSession: () => askSession(client),
  onResult: (listener) => onShared(key, (text) => listener(parse(text))),
});
