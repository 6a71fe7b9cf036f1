import { readerSource, tenthsSource } from '@exchange/core/wire';
import { functionsSource } from './functions-source';
import { formatted } from '../../kit/formatted';

/** The files that are made from the schemas, by their paths. */
export async function readerSources(): Promise<[path: string, text: string][]> {
  const sources = {
    'libs/core/wire/src/decode/readers.ts': readerSource(),
    'libs/core/wire/src/command/tenths.ts': tenthsSource(),
    'libs/client/src/chain/functions.ts': functionsSource(),
  };
  return Promise.all(
    Object.entries(sources).map(
      async ([path, text]) => [path, await formatted(path, text)] as [string, string],
    ),
  );
}
