import { ConfigError } from '@exchange/platform';
import type { WatchedProcess } from './processes-behind';

/** What operator-gateway reads of the processes it looks at. */
export const sightFields = {
  watched: {
    env: 'OPERATOR_WATCHED',
    type: 'list',
    description:
      'The processes whose health, alarms and metrics the first page shows: `name=http://host:port` of their internal ports, separated by commas. A host with several addresses is as many processes.',
    default: [],
  },
} as const;

/** The processes that a setting names. Throws a {@link ConfigError} for one that is none. */
export const watchedProcesses = (watched: readonly string[]): readonly WatchedProcess[] =>
  watched.map((pair) => {
    const [, name, url] = /^([a-z0-9-]{1,64})=(https?:\/\/[^\s]+)$/.exec(pair) ?? [];
    if (name === undefined || url === undefined || !URL.canParse(url))
      throw new ConfigError(`OPERATOR_WATCHED: ${JSON.stringify(pair)} is not name=http://host:port`);
    return { name, url: url.replace(/\/$/, '') };
  });
