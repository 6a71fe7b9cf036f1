import { type Static, Type } from '@sinclair/typebox';
import { Fields, Text, Uint } from '../fields';
import { defineNotice, ofSchema } from '../message';

/** What one address has at one gateway: open connections; those opened and tenths of points spent in the window. */
export const AddressCount = Fields({ address: Text, connections: Uint, opened: Uint, tenths: Uint });
export type AddressCount = Static<typeof AddressCount>;

/** With `fresh`, all that this gateway said before is void. */
export const Presence = Fields({
  gateway: Text,
  fresh: Type.Boolean(),
  counts: Type.Array(AddressCount, { maxItems: 500 }),
});
export type Presence = Static<typeof Presence>;

/**
 * What gateways tell each other of the addresses of their clients, so that limits hold over all of them: soon after a
 * change, and each address every 5 s. What wasn't repeated for 15 s is over, and so a gateway that died takes its
 * counts with it.
 */
export const presence = defineNotice({
  pattern: 'gateway.v1.presence',
  writer: 'ws-gateway',
  readers: ['ws-gateway'],
  content: ofSchema(Presence),
  fixtures: [
    {
      gateway: 'ws-1',
      fresh: false,
      counts: [{ address: '192.0.2.7', connections: 3, opened: 4, tenths: 125 }],
    },
    { gateway: 'ws-1', fresh: true, counts: [] },
  ],
});
