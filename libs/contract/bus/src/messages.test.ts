import { describe, expect, it } from '@jest/globals';
import { address, DefectError } from '@exchange/core/kernel';
import * as bus from './index';

type AnyMessage = bus.MessageDefinition<unknown>;
type AnyRequest = bus.RequestDefinition;

const values: unknown[] = Object.values(bus);
const isMessage = (value: unknown): value is AnyMessage =>
  typeof value === 'object' && value !== null && 'kind' in value && 'fixtures' in value;
const messages: readonly AnyMessage[] = [...values.filter(isMessage), ...bus.readerPositions.values()];
const requests = [
  ...Object.values(bus.accountCommands),
  ...Object.values(bus.accountQueries),
  ...Object.values(bus.dataQueries),
  ...Object.values(bus.attesterCommands),
  ...Object.values(bus.engineCommands),
  ...Object.values(bus.gatewayCommands),
  ...Object.values(bus.solvencyQueries),
] as unknown as AnyRequest[];

describe('messages on the bus', () => {
  it.each(messages.map((message) => [message.pattern, message] as const))(
    '%s: fixtures decode for ever',
    (_, message) => {
      expect(message.fixtures.length).toBeGreaterThan(0);
      for (const fixture of message.fixtures) {
        const decoded = message.decode(bus.encodeJson(fixture));
        expect(bus.decodeJson(message.encode(decoded))).toEqual(fixture);
      }
    },
  );

  it.each(messages.map((message) => [message.pattern, message] as const))(
    '%s: a member that a newer version added is ignored, a broken message is a defect',
    (_, message) => {
      const fixture = message.fixtures[0] as object;
      const newer = message.decode(bus.encodeJson({ ...fixture, addedLater: 1 }));
      expect(bus.decodeJson(message.encode(newer))).toMatchObject(fixture);
      expect(() => message.decode(bus.encodeJson({}))).toThrow(DefectError);
    },
  );

  it('hold no text of a client that a database would refuse', () => {
    const { announceDelegate } = bus.accountCommands;
    const origin = { gateway: 'ws-gateway', connection: 1, command: 1 };
    const account = address(`0x${'ab'.repeat(20)}`);
    const asked = {
      grant: 'g',
      origin,
      deadline: 1,
      delegate: account,
      label: 'phone 😀',
      isTradingLogin: true,
    };
    const decoded = (label: string) =>
      announceDelegate.decodeRequest(announceDelegate.encodeRequest({ ...asked, label }));
    expect(decoded(asked.label)).toEqual(asked);
    for (const label of ['\u0000', '\ud800']) expect(decoded(label)).toBeUndefined();
  });

  it('have a subject each', () => {
    const patterns = [...messages, ...requests].map((definition) => definition.pattern);
    expect(new Set(patterns).size).toBe(patterns.length);
  });

  it('never let a request or a notice match a stream, which would answer it', () => {
    const streams = [
      'ledger.v1.',
      'market.v1.',
      'chain.v1.',
      'settlement.v1',
      'attester.v1',
      'solvency.v1.verdict',
    ];
    const unstored = [...messages.filter((message) => message.kind === 'notice'), ...requests];
    for (const { pattern } of unstored)
      expect(streams.some((stream) => pattern.startsWith(stream))).toBe(false);
  });

  it('refuse a parameter that would change the subject', () => {
    for (const bad of ['ETH.DAI', '>', '*', '', 'a b']) {
      expect(() => bus.marketReport.subject(bad)).toThrow(DefectError);
    }
    expect(bus.ledgerMarket.subject('ETHDAI', 3)).toBe('ledger.v1.market.ETHDAI.3');
    expect(() => bus.ledgerMarket.subject('ETHDAI')).toThrow(DefectError);
  });
});

describe('requests on the bus', () => {
  it.each(requests.map((request) => [request.pattern, request] as const))(
    '%s: nonsense is refused',
    (_, request) => {
      expect(request.decodeRequest(bus.encodeJson({ nonsense: true, symbol: 5 }))).toBeUndefined();
      expect(
        request.decodeReply(request.encodeReply({ ok: false, code: 'UNAVAILABLE', message: 'later' })),
      ).toEqual({
        ok: false,
        code: 'UNAVAILABLE',
        message: 'later',
      });
    },
  );
});
