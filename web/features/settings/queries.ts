import { queryOptions } from '@tanstack/react-query';
import { userChanged } from '#domain/user/schema.ts';
import { type SettingsBody, userSettings } from '#domain/user/settings.ts';
import { command, get } from '../../api/old-client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

export const settingsOptions = (userId: number) =>
  queryOptions({
    queryKey: ['settings', userId],
    queryFn: ({ signal }) => get(userSettings, '/api/user/settings', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Saves changed settings. Missing ones stay as they are. It also finishes if its tab is closed in the meantime. */
export const changeSettings: CommandDefinition<SettingsBody, { userId: number; position: string }> = {
  call: (body, context) => command(userChanged, 'PUT', '/api/user/settings', body, { ...context, keepalive: true }),
  invalidates: [],
};
