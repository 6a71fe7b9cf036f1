import { writeFileSync } from 'node:fs';
import { readerSource, tenthsSource } from '@exchange/core/wire';
import { format, resolveConfig } from 'prettier';

/** Writes what reads packets in place of the schemas, and the costs of commands, for who must do without a validator. */
const sources = {
  'libs/core/wire/src/decode/readers.ts': readerSource(),
  'libs/core/wire/src/command/tenths.ts': tenthsSource(),
};
for (const [target, text] of Object.entries(sources)) {
  writeFileSync(target, await format(text, { ...(await resolveConfig(target)), filepath: target }));
  console.log(`${target} written`);
}
