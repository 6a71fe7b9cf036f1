import { describe, expect, it } from '@jest/globals';
import { readOptions } from '../../../tools/conformance/src/options';
import { run } from '../../../tools/conformance/src/run';
import { rowText } from '../../../tools/conformance/src/table';
import type { RunningExchange } from '../../kit/running-exchange';

const RUN_MS_MAX = 300_000;

export function conformanceCases(exchange: RunningExchange): void {
  describe('the interface', () => {
    it(
      'conforms to every statement, as a strict client sees it',
      async () => {
        const { rest, ws, rpc } = exchange.endpoints;
        const options = readOptions(['--rest', rest, '--ws', ws, '--rpc', rpc], {});
        if (options === undefined) throw new Error('no options');
        const lines: string[] = [];
        const rows = await run(options, (row) => lines.push(rowText(row)));
        console.log(lines.join('\n'));
        expect(rows.filter(({ failure }) => failure !== undefined)).toEqual([]);
      },
      RUN_MS_MAX,
    );
  });
}
