import { createRequire } from 'node:module';

type Socket = { send: (data: string, ...rest: unknown[]) => void; emit: (event: string, ...values: unknown[]) => void };

/**
 * Firefox ESR 153 does not know this command, without which Playwright opens no page. It says whether pages prefer light or dark
 * colours. docs/decisions/0107-firefox.md
 */
const unknown = 'emulation.setMediaFeaturesOverride';

/** Answers that command in Firefox's place, in this process. Its sockets are those of Playwright alone. */
export const driveStockFirefox = (): void => {
  const require = createRequire(createRequire(import.meta.url).resolve('@playwright/test'));
  const { ws } = require('playwright-core/lib/utilsBundle') as { ws: { prototype: Socket } };
  const { send } = ws.prototype;
  ws.prototype.send = function (this: Socket, data, ...rest) {
    const { id, method } = JSON.parse(data) as { id?: number; method?: string };
    if (method !== unknown) return send.call(this, data, ...rest);
    const answer = Buffer.from(JSON.stringify({ type: 'success', id, result: {} }));
    queueMicrotask(() => this.emit('message', answer, false));
  };
};
