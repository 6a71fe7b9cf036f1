import { expect, it } from '@jest/globals';
import { Refused, StrictClient } from '@exchange/test/seed-client';
import { ZeroAddress } from 'ethers';
import type { StrictMarket } from './market';

/** Logging in with a signature and with a session; logging off. */
export function loginCases(opened: () => StrictMarket): void {
  it('logs in and is told balances, pending entries and fees', async () => {
    const { ann, wallets } = opened();
    expect(ann.auth).toMatchObject({
      ...{ status: 'authenticated', address: wallets.ann.address, delegate: ZeroAddress },
      sessionId: expect.stringMatching(/./),
    });
    expect(await ann.client.told('balanceSnapshot', () => true)).toEqual([]);
    expect(await ann.client.told('pendingLedgerEntrySnapshot', () => true)).toEqual([]);
    const tier = await ann.client.told('feeTier', () => true);
    expect(tier).toEqual({ trailingEthVolume30d: 0, makerFee: 0, takerFee: 0.0025 });
    expect(await ann.client.call('getFeeTier')).toEqual(tier);
  });

  it('logs in with a session, once, and logs off', async () => {
    const { ann, manner } = opened();
    const { address, sessionId } = ann.auth;
    const again = await StrictClient.open(ann.chain.endpoints.ws, manner.mode);
    const auth = await again.call('authenticateWithSession', { address, session: sessionId });
    expect(auth).toMatchObject({ status: 'authenticated', address });
    expect(auth.sessionId).not.toBe(sessionId);
    await again.told('feeTier', () => true);
    expect(await again.call('logoff')).toMatchObject({ status: 'loggedOff', address, sessionId: null });
    await expect(again.call('getFeeTier')).rejects.toThrow(/^NOT_AUTHENTICATED: /);
    const closedSession = { address, session: auth.sessionId };
    await expect(again.call('authenticateWithSession', closedSession)).rejects.toBeInstanceOf(Refused);
    again.close();
    expect(await ann.client.call('getFeeTier')).toMatchObject({ takerFee: 0.0025 });
  });
}
