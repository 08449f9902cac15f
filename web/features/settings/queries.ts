import { queryOptions } from '@tanstack/react-query';
import { getMailChoices, getSettings, saveMailChoices, saveSettings } from '#domain/user/own-calls.ts';
import { command, get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

export const settingsOptions = (userId: number) =>
  queryOptions({
    queryKey: ['settings', userId],
    queryFn: ({ signal }) => get(getSettings, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Saves changed settings. Missing ones stay as they are. It also finishes if its tab is closed in the meantime. */
export const saveSettingsCommand: CommandDefinition<typeof saveSettings> = {
  call: saveSettings,
  send: (call, input, context) => command(call, input, { ...context, keepalive: true }),
  invalidates: [],
};

export const mailChoicesOptions = queryOptions({
  queryKey: ['mail-choices'],
  queryFn: ({ signal }) => get(getMailChoices, {}, signal),
});

export const saveMailChoicesCommand: CommandDefinition<typeof saveMailChoices> = {
  call: saveMailChoices,
  invalidates: [mailChoicesOptions.queryKey],
};
