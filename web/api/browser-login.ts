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

/** Tells the page that opened the login window that the login ended. `error` is the code of a failure. */
export const tellOpener = (error: string | undefined): void =>
  writeShared(key, JSON.stringify({ at: Date.now(), ...(error !== undefined && { error }) }));

/** Returns the browser parts of a login: a window in the middle of this one, and the session. */
export const browserLogin = (client: QueryClient): LoginEnvironment => ({
  open: (url, { width, height }) => {
    const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
    const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
    return window.open(url, 'apim-login', `popup,width=${width},height=${height},left=${left},top=${top}`);
  },
  askSession: (need) => askSession(client, need),
  onResult: (listener) => onShared(key, (text) => listener(parse(text))),
});
