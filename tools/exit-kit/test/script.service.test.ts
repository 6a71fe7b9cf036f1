import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exchangeInterface } from '@exchange/contract/chain';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { DEPOSITS, ExitChain } from './exit-chain.fixture';

describe('the script of the exit kit, with nothing of the exchange but its contract', () => {
  let world: ExitChain;
  beforeAll(async () => {
    world = await ExitChain.start();
    await world.writeKeystore();
  });
  afterAll(() => world.stop());

  function kit(
    command: string,
    ...options: string[]
  ): { readonly out: string; readonly status: number | null } {
    const where = ['--rpc', world.chain.url, '--contract', world.contract];
    // In an empty folder and without any variable: it needs Node and its own file, nothing else.
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [world.file('exit-kit.mjs'), command, ...where, ...options],
      { encoding: 'utf8', cwd: '/', env: {} },
    );
    return { out: stdout + stderr, status };
  }
  const show = (...options: string[]) => kit('show', '--account', world.account, ...options).out;
  const key = () => ['--keystore', world.file('key.json'), '--password-file', world.file('password')];
  function done(command: string, ...options: string[]): string {
    const { out, status } = kit(command, ...options, ...key(), '--send');
    expect([out, status]).toEqual([expect.stringMatching(/\ndone in block \d+, \d+ gas\n$/), 0]);
    return out;
  }

  it('shows every token exactly, and the keys that may trade', () => {
    const text = show();
    expect(text).toMatch(/2\.5 ETH +not asked for +0 +0x0{40}/);
    expect(text).toContain('1.234567 USD');
    expect(text).toContain('7 PIG');
    expect(text).toContain('the waiting period is 1 d');
    expect(text).toMatch(new RegExp(`${world.delegate}.*may trade`));
  });

  it('checks a saved solvency proof, and what the contract held then and holds now', async () => {
    const check = async (amount: bigint, root?: string) => {
      const proof = await world.solvencyProof(amount);
      writeFileSync(world.file('proof.json'), JSON.stringify([0, 'sp', proof]));
      const published = ['--root', root ?? proof.root, '--block', String(proof.block)];
      return kit('check-proof', world.file('proof.json'), ...published);
    };
    const { out, status } = await check(DEPOSITS.USD);
    expect(out).toContain('The leaf, the sums on its way and the root agree.');
    expect(out).toMatch(
      /the exchange owed 0x[0-9a-f]{40} 1\.234567 USD, of 2\.234567 USD that it owed to all/,
    );
    expect(out).toMatch(
      /So says the contract, too.*\nNow, at block \d+, the contract holds 1\.234567 USD for it: the same/,
    );
    expect(status).toBe(0);
    const more = await check(DEPOSITS.USD + 1n);
    expect([more.out, more.status]).toEqual([
      expect.stringContaining('but the contract held 1.234567 USD'),
      1,
    ]);
    const other = await check(DEPOSITS.USD, `0x${'9'.repeat(64)}`);
    expect([other.out, other.status]).toEqual([expect.stringMatching(/^the proof doesn't hold/), 1]);
  });

  it('only tries and explains without --send', async () => {
    const before = await world.chain.provider.getBlockNumber();
    const { out, status } = kit('request-exit', '--token', 'USD', '--account', world.account);
    expect(out).toContain('You ask to leave with all your USD.');
    expect(out).toContain('You can take it out in 1 d');
    expect(out).toMatch(/works; it costs about 0\.\d+ ETH for gas/);
    expect(out).toContain('Nothing was sent');
    expect(status).toBe(0);
    expect(await world.chain.provider.getBlockNumber()).toBe(before);
  });

  it('leaves in part and in full when the time has come, to any receiver, to the last unit', async () => {
    done('request-exit', '--token', 'all');
    const early = kit('withdraw', '--token', 'USD', '--amount', 'all', '--account', world.account);
    expect(early.out).toMatch(/the exit of USD is due at .* in (1 d|23 h 59 min): wait until then/);
    expect(early.status).toBe(1);
    await world.wait();

    const receiver = `0x${'5'.repeat(40)}`;
    expect(done('withdraw', '--token', 'usd', '--amount', '1.234566', '--receiver', receiver)).toContain(
      '0.000001 USD stay',
    );
    expect(await world.owned(world.tokens.USD, receiver)).toBe(1_234_566n);
    done('withdraw', '--token', world.tokens.USD, '--amount', '0.000001');
    expect(await world.owned(world.tokens.USD, world.account)).toBe(1n);
    done('withdraw', '--token', 'PIG', '--amount', 'all');
    expect(await world.owned(world.tokens.PIG, world.account)).toBe(DEPOSITS.PIG);
    done('withdraw', '--token', 'ETH', '--amount', '1.000000000000000001', '--receiver', receiver);
    expect(await world.chain.provider.getBalance(receiver)).toBe(10n ** 18n + 1n);
    const more = kit('withdraw', '--token', 'ETH', '--amount', '2', '--account', world.account);
    expect(more.out).toContain('holds 1.499999999999999999 ETH of yours, less than 2 ETH');
  });

  it('gives up an exit', () => {
    done('cancel-exit', '--token', 'ETH');
    expect(show()).toMatch(/1\.499999999999999999 ETH +not asked for/);
    expect(kit('cancel-exit', '--token', 'ETH', '--account', world.account).out).toContain(
      'there is no exit of ETH',
    );
  });

  it('cancels orders by their hashes', () => {
    const [one, other] = [`0x${'a1'.repeat(32)}`, `0x${'b2'.repeat(32)}`];
    expect(done('cancel-orders', '--orders', `${one},${other}`)).toContain('You cancel 2 orders');
    expect(show('--orders', one)).toMatch(new RegExp(`${one} +0 +from 20`));
  });

  it('cancels everything below a nonce, and puts it in force when it is due', async () => {
    done('request-min-nonce', '--token', 'ETH', '--nonce', '18446744073709551615');
    expect(kit('apply-min-nonce', '--token', 'ETH', '--account', world.account).out).toContain('is due at');
    await world.wait();
    done('apply-min-nonce', '--token', 'ETH');
    expect(show()).toMatch(/1\.499999999999999999 ETH +not asked for +18446744073709551615 /);
  });

  it('makes withdrawal nonces void, and removes a delegate', async () => {
    done('void-nonces', '--nonces', '7,9007199254740991');
    done('remove-delegate', '--delegate', world.delegate);
    expect(show()).toMatch(new RegExp(`${world.delegate}.*removed from 20`));
    await world.wait();
    expect(show()).toMatch(new RegExp(`${world.delegate}.*removed$`, 'm'));
    const logs = await world.chain.provider.getLogs({ address: world.contract, fromBlock: 0 });
    const names = logs.map((log) => exchangeInterface.parseLog(log)?.name);
    expect(names.filter((name) => name === 'NonceVoided')).toHaveLength(2);
  });

  it.each([
    [['withdraw', '--token', 'USD'], /^withdraw needs --amount/],
    [
      ['withdraw', '--token', 'XYZ', '--amount', '1'],
      /^the contract knows no token XYZ; of this account it holds/,
    ],
    [['withdraw', '--token', 'PIG', '--amount', '0.5'], /^0\.5 PIG can't be had: PIG has 0 decimals/],
    [['show', '--contract', `0x${'9'.repeat(40)}`], /^there is no contract at 0x9{40} on chain 31337/],
    [['check-proof'], /^check-proof needs one file, or two/],
    [['check-proof', '/none.json'], /^the file \/none\.json can't be read/],
    [['show', '--nonce', '1'], /^show takes no --nonce/],
    [['remove-delegate', '--delegate', `0x${'7'.repeat(40)}`], /^0x7{40} is no delegate of/],
    [['request-exit', '--token', 'USD', '--send'], /--send needs the key of the account/],
  ])('refuses %j with a sentence', ([command = '', ...options], sentence) => {
    const { out, status } = kit(command, '--account', world.account, ...options);
    expect([out, status]).toEqual([expect.stringMatching(new RegExp(sentence, 'm')), 1]);
  });

  it('is built to the same bytes again', () => {
    const sums = readFileSync(world.file('SHA256SUMS'), 'utf8');
    const { stdout } = spawnSync('node', ['tools/exit-kit/build.mjs', '--out', world.file('again')], {
      encoding: 'utf8',
    });
    expect(stdout).toContain(sums.trim());
  });
});
