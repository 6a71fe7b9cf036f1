import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { knownSecrets } from '../../kit/known-secrets';
import { loggedSecrets } from '../../kit/logged-secrets';
import type { RunningExchange } from '../../kit/running-exchange';

/** Of each kind of secret one is planted, if the run has any; all runs have those of the data folder. */
const KINDS = [
  ...[/^secrets\.json: /, /^privateKey of endpoints\.json$/],
  ...[/^signature of a command$/, /^a session id$/, /\.key$/],
];

/** After all other cases: services log at debug level, and nothing that their clients or they keep secret stands there. */
export function secretsInLogsCases(exchange: RunningExchange): void {
  it('no log of any process has a secret', () => {
    const known = knownSecrets(exchange.folder);
    const planted = KINDS.flatMap((kind) => [...known].filter(([, what]) => kind.test(what)).slice(0, 1));
    expect(planted.length).toBeGreaterThanOrEqual(2);
    const file = path.join(exchange.folder, 'logs', 'planted.log');
    writeFileSync(file, planted.map(([secret]) => JSON.stringify({ msg: `is ${secret}` })).join('\n'));
    const found = loggedSecrets(exchange.folder, known);
    rmSync(file);
    // What was planted is found, which shows that the rest would be; nothing else is.
    expect(found).toEqual(planted.map(([, what], index) => `planted.log:${index + 1}: ${what}`));
  });
}
