import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ConfigObject, Listed, ListedMarket } from '@exchange/core/wire';
import { address } from '@exchange/core/kernel';
import { parseSignature, recoverOrderSigner, termsFrom, type OrderTermsText } from '@exchange/core/order';
import { createCrypto, type NativeCrypto } from '@exchange/platform';
import { loadKeys } from '../../../kit/clients/accounts';
import type { LoadClient } from '../../../kit/clients/crowd';
import { LoadKey } from '../../../kit/clients/load-key';
import { plan, type Shape } from './plan';

const DAI = `0x${'da'.repeat(20)}`;
const contract = address(`0x${'ee'.repeat(20)}`);
const config = { name: 'Exchange', chainId: 1, contractAddress: contract } as unknown as ConfigObject;
const listed = {
  tokens: { ETH: { contract: `0x${'00'.repeat(20)}`, decimals: 18 }, DAI: { contract: DAI, decimals: 18 } },
  markets: { ETHDAI: { traded: 'ETH', quote: 'DAI' } },
} as unknown as Listed<ListedMarket>;
const SHAPE: Shape = { orders: 400, rate: 100, crossing: 0.5, cancels: 0, accounts: 4, seed: 1 };

type Placed = OrderTermsText & { readonly signature: string; readonly rid: number; readonly cid: number };

describe('a planned load', () => {
  let crypto: NativeCrypto;
  let clients: LoadClient[];

  beforeAll(async () => {
    crypto = await createCrypto();
    clients = loadKeys(4).map(
      (devKey) => ({ devKey, key: new LoadKey(devKey, crypto.keccak256) }) as unknown as LoadClient,
    );
  });

  const planned = (change: Partial<Shape> = {}) =>
    plan({ ...SHAPE, ...change }, clients, { config, listed, first: 1_000 });

  it('has orders that their accounts signed, numbered in their order', () => {
    const steps = planned({ orders: 20 });
    steps.forEach(({ frame, client, cid }, at) => {
      const [order] = JSON.parse(frame) as [Placed];
      expect([order.rid, order.cid, cid]).toEqual([at, 1_000 + at, 1_000 + at]);
      const signature = parseSignature(order.signature);
      if (!signature.ok) throw new Error(signature.message);
      const domain = { name: 'Exchange', chainId: 1, contract };
      const signer = recoverOrderSigner(termsFrom(order), 'signTypedData', signature.value, domain, crypto);
      expect(signer).toMatchObject({ ok: true, value: client.key.address });
    });
  });

  it('lets accounts of odd number take what those of even number offer, as often as was asked', () => {
    for (const crossing of [0.1, 0.5]) {
      const steps = planned({ crossing });
      const takers = steps.filter(({ crosses }) => crosses);
      expect(takers.length / steps.length).toBeCloseTo(crossing, 1);
      for (const { client, crosses } of steps) expect(clients.indexOf(client) % 2).toBe(crosses ? 1 : 0);
    }
  });

  it('cancels orders half a second after they were due, and every one that it means to', () => {
    const steps = planned({ cancels: 0.1 });
    const placedAt = new Map(steps.filter(({ isCancel }) => !isCancel).map(({ cid }, at) => [cid, at]));
    const cancels = steps.filter(({ isCancel }) => isCancel);
    expect(cancels).toHaveLength(40);
    let orders = 0;
    for (const { isCancel, cid } of steps) {
      if (!isCancel) orders += 1;
      // What was due at the end is canceled right after it.
      else if (orders < 400) expect(orders - (placedAt.get(cid) ?? 0)).toBe(51);
    }
  });

  it('is the same for the same seed, but for the nonces of other numbers', () => {
    const rates = (seed: number) =>
      planned({ seed, orders: 50 }).map(({ frame }) => (JSON.parse(frame) as [Placed])[0].buyAmount);
    expect(rates(7)).toEqual(rates(7));
    expect(rates(7)).not.toEqual(rates(8));
  });
});
