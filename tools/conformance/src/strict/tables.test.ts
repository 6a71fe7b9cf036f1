import { COMMANDS, EVENT_IDS, type EventName } from '@exchange/core/wire';
import { EXAMPLES } from '@exchange/edge/reference';
import { answersOf, COMMAND_NAMES, readPacket, tenthsOf } from '@exchange/test/seed-client';
import { describe, expect, it } from '@jest/globals';

/** The tables are written down twice: there from the interface alone, and in the exchange. */
describe('the tables of the seed client', () => {
  it.each(Object.entries(EXAMPLES) as [EventName, unknown][])('take what is sent as %s', (event, message) => {
    const read = (channel: string | 0) =>
      readPacket([channel, EVENT_IDS[event], message], { mode: 'default' });
    const channels = [0, 'ETHDAI'].filter((channel) => {
      try {
        return read(channel as string | 0).name === event;
      } catch {
        return false;
      }
    });
    expect(channels).not.toEqual([]);
  });

  it('have every command of the websocket, at its cost', () => {
    const costs = Object.fromEntries(Object.entries(COMMANDS).map(([name, { tenths }]) => [name, tenths]));
    expect(Object.fromEntries(COMMAND_NAMES.map((name) => [name, tenthsOf(name)]))).toEqual(costs);
  });

  it('say what answers each', () => {
    for (const name of Object.keys(COMMANDS)) expect(answersOf(name)).not.toEqual([]);
  });
});
