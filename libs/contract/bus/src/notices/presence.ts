import { bool, listOf, object, text, uint, type ValueOf } from '@exchange/core/message';
import { defineNotice } from '../message';

/** What one address has at one gateway: open connections; those opened and tenths of points spent in the window. */
const addressCount = object({ address: text, connections: uint, opened: uint, tenths: uint });
export type AddressCount = ValueOf<typeof addressCount>;

/** With `fresh`, all that this gateway said before is void. */
const content = object({ gateway: text, fresh: bool, counts: listOf(addressCount, 500) });
export type Presence = ValueOf<typeof content>;

/**
 * What gateways tell each other of the addresses of their clients, so that limits hold over all of them: soon after a
 * change, and each address every 5 s. What wasn't repeated for 15 s is over, and so a gateway that died takes its
 * counts with it.
 */
export const presence = defineNotice({
  pattern: 'gateway.v1.presence',
  writer: 'ws-gateway',
  readers: ['ws-gateway'],
  content,
  fixtures: [
    {
      gateway: 'ws-1',
      fresh: false,
      counts: [{ address: '192.0.2.7', connections: 3, opened: 4, tenths: 125 }],
    },
    { gateway: 'ws-1', fresh: true, counts: [] },
  ],
});
