import { address, ZERO_ADDRESS } from '@exchange/core/kernel';
import { type EntryView, ledgerEntryArray, packet } from '@exchange/core/wire';
import { TinyExchange } from '@exchange/test/kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { WebSocket } from 'ws';
import { ExchangeClient } from '../exchange-client';

const wallet = new Wallet(`0x${'46'.repeat(32)}`);
const account = address(wallet.address);
const deposit: EntryView = {
  ...{ id: 5, type: 'deposit', changes: [], applied: [[1, 1, 1]], signature: {}, transaction: null },
  ...{ blockNumber: null, blockHash: null, canceled: false, description: '', timestamp: 1, lastUpdated: 1 },
};

describe('what the account is told', () => {
  const running: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const one of running.splice(0)) await one.close();
  });

  it('begins with what comes in one frame with the login', async () => {
    const exchange = await TinyExchange.listen((command, rid) => {
      switch (command.c) {
        case 'authenticate':
          return [
            packet(0, 'auth', ['authenticated', account, 's', ZERO_ADDRESS], rid),
            packet(0, 'ledgerEntryStatus', ledgerEntryArray(deposit)),
          ];
        case 'getActiveOrderSnapshot':
          return [packet(0, 'activeOrderSnapshot', [], rid)];
        case 'getUserTrades':
          return [packet(0, 'userTrades', { trades: [] }, rid)];
        case 'getHistoricalLedgerEntries':
          return [packet(0, 'historicalLedgerEntries', { ledgerEntries: [ledgerEntryArray(deposit)] }, rid)];
        default:
          return [];
      }
    });
    const client = new ExchangeClient({ url: exchange.url, socket: WebSocket, timeoutMs: 1_000 });
    running.push(client, exchange);
    await client.connect();
    const told: EntryView[] = [];
    client.on('entry', (entry) => told.push(entry));
    const caughtUp = new Promise((resolve) => client.on('caughtUp', () => resolve(undefined)));
    await client.authenticate(wallet);
    await caughtUp;
    expect(told).toEqual([deposit]);
  });
});
