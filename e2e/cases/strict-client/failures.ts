import { expect, it } from '@jest/globals';
import { Refused, signLogin, StrictClient } from '@exchange/test/seed-client';
import { Wallet } from 'ethers';
import { type StrictMarket, UNIT } from './market';

/** What is refused, with the rid of the command; and limits. */
export function failureCases(opened: () => StrictMarket): void {
  it('is told why a command was refused', async () => {
    const { ann, ben, watcher, manner } = opened();
    await expect(watcher.call('getFeeTier')).rejects.toThrow(/^NOT_AUTHENTICATED: /);
    await expect(watcher.call('getTicker', { market: 'NONE' })).rejects.toThrow(/^UNKNOWN_MARKET: /);
    await expect(ann.client.call('getUserTrades', { limit: 51 })).rejects.toThrow(/^INVALID_FIELD: /);
    const tooMuch = opened().sell(10_000_000n * UNIT, 300n, manner.format);
    await expect(ann.place(tooMuch)).rejects.toThrow(/^INSUFFICIENT_BALANCE: /);
    const { command } = await ben.signed(opened().sell(UNIT, 300n, manner.format));
    await expect(ann.client.call('placeOrder', command)).rejects.toBeInstanceOf(Refused);
  });

  it('is told once for each command of a frame with too many', async () => {
    const { chain, manner } = opened();
    const client = await StrictClient.open(chain.endpoints.ws, manner.mode);
    const answers = Promise.allSettled(client.frame(...Array(6).fill({ c: 'ping' })));
    await client.told('error', () => client.packets.length === 7);
    const errors = client.packets.slice(1).map(({ name, rid }) => [name, rid]);
    expect(errors).toEqual(Array(6).fill(['error', undefined]));
    client.close();
    expect((await answers).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('is warned of its limit, and refused past it', async () => {
    const { chain, manner } = opened();
    const client = await StrictClient.open(chain.endpoints.ws, manner.mode);
    const stranger = new Wallet(Wallet.createRandom().privateKey);
    expect((await client.call('authenticate', await signLogin(stranger))).status).toBe('authenticated');
    const asked = await Promise.allSettled(Array.from({ length: 60 }, () => client.call('getFeeTier')));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(48);
    for (const one of asked.filter((each) => each.status === 'rejected')) {
      expect(String(one.reason)).toMatch(/^Refused: RATE_LIMITED: /);
    }
    const warnings = client.packets.filter(({ name }) => name === 'message');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.rid).toBeUndefined();
    client.close();
  });
}
