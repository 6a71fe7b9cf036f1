import { address, amount } from '@exchange/core/kernel';
import { arbiterWithdrawal } from '@exchange/contract/chain';
import { createLog } from '@exchange/platform';
import { describe, expect, it } from '@jest/globals';
import { concat, keccak256, Signature, verifyTypedData, Wallet } from 'ethers';
import { inspect } from 'node:util';
import { PassThrough } from 'node:stream';
import { LocalAttesterKey, LocalCosignerKey, LocalKey, LocalSettlerKey } from './local-keys';

const SECRET = `0x${'3ad60e2f'.repeat(8)}`;
const wallet = new Wallet(SECRET);
const key = new LocalKey(SECRET, 'test');
const domain = { name: 'Exchange', chainId: 31_337, contract: address(`0x${'c0'.repeat(20)}`) };
const word = (byte: string) => `0x${byte.repeat(32)}`;
const order = { amounts: word('01'), terms: word('02'), tokens: word('03'), r: word('04'), vs: word('05') };
const trade = { amounts: word('06'), fees: word('07'), ids: word('08') };

describe('a key in memory', () => {
  it('attests a batch by the hashes of its words as they stand in the call data', async () => {
    const batch = { orders: [order, { ...order, r: word('0a') }], trades: [trade] };
    const attested = { domain, batchId: 7n, validUntil: 1_900_000_000, batch };
    const { r, vs } = await new LocalAttesterKey(key).attest(attested);
    const types = {
      Batch: [
        { name: 'batchId', type: 'uint64' },
        { name: 'validUntil', type: 'uint32' },
        { name: 'ordersHash', type: 'bytes32' },
        { name: 'tradesHash', type: 'bytes32' },
      ],
    };
    const words = ['01', '02', '03', '04', '05', '01', '02', '03', '0a', '05'].map(word);
    const message = {
      ...{ batchId: 7n, validUntil: 1_900_000_000 },
      ordersHash: keccak256(concat(words)),
      tradesHash: keccak256(concat([word('06'), word('07'), word('08')])),
    };
    const signedFor = { name: 'Exchange', version: '1', chainId: 31_337, verifyingContract: domain.contract };
    const signer = verifyTypedData(signedFor, types, message, Signature.from({ r, yParityAndS: vs }));
    expect(signer).toBe(wallet.address);
  });

  it('co-signs a statement as ethers does', async () => {
    const statement = arbiterWithdrawal(domain, {
      ...{ account: address(`0x${'a1'.repeat(20)}`), receiver: address(`0x${'a1'.repeat(20)}`) },
      ...{
        token: address(`0x${'00'.repeat(20)}`),
        amount: amount(5n),
        nonce: 2n ** 52n,
        deadline: 1_900_000_000,
      },
    });
    const { v, r, s } = await new LocalCosignerKey(key).sign(statement);
    const { domain: signedFor, types, message } = statement;
    expect(Signature.from({ v, r, s }).serialized).toBe(
      await wallet.signTypedData(signedFor, types, message),
    );
  });

  it('says again what a transaction calls', async () => {
    const call = { to: domain.contract, data: '0x12345678', chainId: 31_337 };
    const fees = { gasLimit: 21_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n };
    const settler = new LocalSettlerKey(key);
    const { raw } = await settler.sign({ ...call, nonce: 3, ...fees });
    expect(settler.callOf(raw)).toEqual(call);
  });

  it('is shown by no log, whatever is logged of it', () => {
    const lines = new PassThrough();
    const log = createLog('test', 'info', lines);
    const settler = new LocalSettlerKey(key);
    log.info({ key, settler, err: Object.assign(new Error('signing failed'), { key, settler }) }, 'keys');
    const shown = `${String(lines.read())}${inspect(settler, { depth: 9, showHidden: true })}${JSON.stringify(key)}`;
    expect(shown).toContain(key.address);
    expect(shown).not.toContain(SECRET.slice(2, 10));
  });
});
