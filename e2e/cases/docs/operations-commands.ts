import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { deployTestToken, encodeRegisterToken } from '@exchange/contract/chain';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NonceManager, Wallet } from 'ethers';
import pg from 'pg';
import { shellCommands } from '../../../tools/alarms/src/runbook-commands';
import { operatorKeys } from '../../../tools/kit/chain/dev-keys';
import { signedIn } from '../../../tools/kit/operator/sign-in';
import { operate } from '../../../tools/operator/src/operate';
import { Chain } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';

const PAGE = path.resolve(import.meta.dirname, '../../../docs/operations/README.md');
const SCRIPT = /^npm run operator -- /;
const NOTICE_MS = 60_000;

/** The words of a command as a shell hands them to the program, with what the page's names stand for. */
async function wordsOf(command: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const script = `set -eu; printf '%s\\0' ${command.replace(SCRIPT, '')}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
  return stdout.split('\0').slice(0, -1);
}

/** What docs/operations has an operator do is done as it stands, command after command. */
export function operationsCommandCases(exchange: RunningExchange): void {
  describe('the commands of docs/operations', () => {
    const names: NodeJS.ProcessEnv = {};

    let chain: Chain;

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      const signer = ({ privateKey }: { readonly privateKey: string }) =>
        new NonceManager(new Wallet(privateKey, chain.provider));
      const token = { name: 'A token', symbol: 'ABC', decimals: 18 };
      const { address } = await deployTestToken(signer(operatorKeys.tokenDeployer), token);
      const data = encodeRegisterToken(address);
      const lister = signer(operatorKeys.lister);
      await (await lister.sendTransaction({ to: exchange.endpoints.contract, data })).wait();
      const database = new pg.Client({ connectionString: exchange.databaseAdminUrl });
      await database.connect();
      const first = async (statement: string) =>
        String(((await database.query(statement)).rows[0] as { found: unknown } | undefined)?.found);
      Object.assign(names, {
        TOKEN: address,
        ACCOUNT: exchange.endpoints.limitedAccounts[1]?.address,
        STARTS_AT: String(Date.now() + NOTICE_MS),
        ORDER: await first('SELECT order_id AS found FROM account_service.user_trade LIMIT 1'),
        TRADE: await first('SELECT trade_id AS found FROM account_service.user_trade LIMIT 1'),
        BATCH: await first('SELECT id AS found FROM settlement_service.batches LIMIT 1'),
        ENTRY: await first('SELECT id AS found FROM account_service.entry LIMIT 1'),
      });
      await database.end();
    });

    afterAll(() => chain.close());

    const newestProposal = async (): Promise<string> => {
      const desk = await signedIn(exchange.desk, 'nora');
      const { proposals } = await desk.ask<{ proposals: { seq: number }[] }>('GET', 'proposals');
      return String(proposals.at(-1)?.seq);
    };

    it.each(shellCommands(readFileSync(PAGE, 'utf8')))('%s', async (command) => {
      expect(command).toMatch(SCRIPT);
      const PROPOSAL = command.includes('$PROPOSAL') ? await newestProposal() : '';
      const words = await wordsOf(command, { ...process.env, ...names, PROPOSAL });
      const { output, failed } = await operate(words, { EXCHANGE_DATA_DIR: exchange.folder });
      expect(output).not.toBe('');
      expect([output, failed]).toEqual([output, false]);
    });
  });
}
