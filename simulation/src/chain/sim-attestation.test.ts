import { address, hash } from '@exchange/core/kernel';
import { LocalAttesterKey, LocalKey } from '@exchange/edge/keys';
import { createCrypto } from '@exchange/platform';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BatchCall } from '../../../apps/settlement-service/src/chain/settlement-chain';
import { SimChain } from './sim-chain';

const NOW = 1_800_000_000;
const someAddress = (byte: string) => address(`0x${byte.repeat(20)}`);
const word = (digit: string) => hash(`0x${digit.repeat(64)}`);
const DOMAIN = { name: 'Exchange', chainId: 31_337, contract: someAddress('c0') };
const BATCH = {
  orders: [{ amounts: word('0'), terms: word('0'), tokens: word('0'), r: word('1'), vs: word('2') }],
  trades: [{ amounts: word('0'), fees: word('0'), ids: word('0') }],
};
const keyOf = (byte: string) => new LocalAttesterKey(new LocalKey(`0x${byte.repeat(32)}`, 'attester'));

describe('the contract of the simulation', () => {
  const attester = keyOf('a7');
  let chain: SimChain;
  let attested: BatchCall;

  beforeAll(async () => {
    const rules = { domain: DOMAIN, crypto: await createCrypto(), collector: someAddress('fe') };
    chain = new SimChain({ ...rules, attester: attester.address }, [someAddress('00')], () => NOW);
    attested = await signedBy(attester);
  });

  async function signedBy(key: LocalAttesterKey, domain = DOMAIN): Promise<BatchCall> {
    const call = { batchId: 7, validUntil: NOW + 60, batch: BATCH };
    const attestation = await key.attest({ domain, ...call, batchId: 7n });
    return { settler: someAddress('5e'), ...call, attestation };
  }

  it('takes a batch that the attester signed', async () => {
    expect(await chain.preflight(attested)).toMatchObject({ ok: true });
  });

  it('refuses another number, time, order or trade under its signature, and other signatures', async () => {
    const [order] = BATCH.orders;
    const [trade] = BATCH.trades;
    const others: readonly BatchCall[] = [
      { ...attested, batchId: 8 },
      { ...attested, validUntil: NOW + 61 },
      { ...attested, batch: { ...BATCH, orders: [{ ...order, vs: word('3') } as typeof order & object] } },
      { ...attested, batch: { ...BATCH, trades: [{ ...trade, ids: word('1') } as typeof trade & object] } },
      await signedBy(keyOf('b7')),
      await signedBy(attester, { ...DOMAIN, chainId: 1 }),
    ];
    for (const other of others)
      expect(await chain.preflight(other)).toEqual({ ok: false, reason: 'InvalidAttestation' });
  });
});
