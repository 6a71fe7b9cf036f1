import { describe, expect, it } from '@jest/globals';
import { ZERO_ADDRESS } from '@exchange/core/kernel';
import { TypeRegistry } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import fc from 'fast-check';
import { type Command, COMMAND_NAMES, COMMANDS, commandSchema } from './command';
import { type FrameElement, parseFrame } from './parse-frame';

const address = `0x${'Ab'.repeat(20)}`;
const signature = `0x${'1'.repeat(128)}1b`;
const order = {
  c: 'placeOrder',
  market: 'ETHDAI',
  buyToken: address,
  sellToken: `0x${'0'.repeat(40)}`,
  buyAmount: '20000',
  sellAmount: '30000',
  expiry: 1_900_000_000,
  nonce: 7,
  signature,
  signatureFormat: 'sign',
};

function elements(frame: unknown): readonly FrameElement[] {
  const parsed = parseFrame(typeof frame === 'string' ? frame : JSON.stringify(frame));
  if (parsed.kind !== 'elements') throw new Error('too long');
  return parsed.elements;
}

/** `CODE: message` and rid of the refusal of a single element, or the command that was read. */
function outcome(element: unknown): [string | Command, number | undefined] {
  const [only, ...others] = elements([element]);
  if (only === undefined || others.length > 0) throw new Error('not one element');
  return [only.ok ? only.command : `${only.rejection.code}: ${only.rejection.message}`, only.rid];
}

describe('a client frame', () => {
  it('is read in order, bad elements beside good ones', () => {
    const [ping, bad, logoff] = elements([{ c: 'ping', rid: 1 }, { c: 'pong', rid: 2 }, { c: 'logoff' }]);
    expect(ping).toEqual({ ok: true, command: { c: 'ping' }, rid: 1, tenths: 1 });
    expect(bad).toMatchObject({ ok: false, rid: 2, rejection: { code: 'UNKNOWN_COMMAND' } });
    expect(logoff).toEqual({ ok: true, command: { c: 'logoff' }, rid: undefined, tenths: 10 });
  });

  it('knows what each element costs, failed ones too', () => {
    const frame =
      '[{"c":"placeOrder"},{"c":"subscribe","rid":"x"},{"c":"pong"},7,{"c":"cancelOrder","id":1}]';
    expect(elements(frame).map(({ ok, tenths }) => [ok, tenths])).toEqual([
      [false, 15],
      [false, 20],
      [false, 1],
      [false, 1],
      [true, 5],
    ]);
  });

  it('may be empty', () => {
    expect(elements('[]')).toEqual([]);
  });

  it.each(['', '{', '[{"c":"ping"}', 'ping', "[{'c':'ping'}]"])(
    'is refused when it is no JSON: %s',
    (frame) => {
      expect(elements(frame)).toEqual([
        {
          ok: false,
          rid: undefined,
          tenths: 1,
          rejection: expect.objectContaining({ code: 'INVALID_JSON' }),
        },
      ]);
    },
  );

  it.each(['{"c":"ping"}', 'null', '7', '"ping"'])('is refused when it is no array: %s', (frame) => {
    expect(elements(frame)).toEqual([
      { ok: false, rid: undefined, tenths: 1, rejection: expect.objectContaining({ code: 'INVALID_FRAME' }) },
    ]);
  });

  it('with more than 5 commands applies none and refuses each without rid', () => {
    const ping = { c: 'ping', rid: 1 };
    expect(elements(Array(5).fill(ping)).every((element) => element.ok)).toBe(true);
    const refused = elements(Array(6).fill(ping));
    expect(refused).toHaveLength(6);
    for (const element of refused) {
      expect(element).toMatchObject({ ok: false, rid: undefined, rejection: { code: 'TOO_MANY_COMMANDS' } });
    }
  });

  it('with more than 5000 UTF-16 units is too long', () => {
    const frame = (length: number): string => `[${' '.repeat(length - 2)}]`;
    expect(parseFrame(frame(5000))).toEqual({ kind: 'elements', elements: [] });
    expect(parseFrame(frame(5001))).toEqual({ kind: 'too_long' });
    expect(parseFrame(`["${'😀'.repeat(2499)}"]`)).toEqual({ kind: 'too_long' });
  });

  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void parseFrame(text)));
    fc.assert(fc.property(fc.json({ maxDepth: 5 }), (text) => void parseFrame(text)));
    fc.assert(
      fc.property(fc.array(fc.anything(), { maxLength: 5 }), (values) => {
        for (const name of COMMAND_NAMES)
          parseFrame(
            JSON.stringify(
              values.map((value) => ({ c: name, ...Object(value) })),
              jsonSafe,
            ),
          );
      }),
      { numRuns: 50 },
    );
    parseFrame('['.repeat(5000));
    parseFrame(`${'['.repeat(2500)}${']'.repeat(2500)}`);
  });
});

const jsonSafe = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

describe('an element', () => {
  it.each([[null], ['ping'], [7], [[]], [['ping']]])(
    'that is no object is refused without rid: %j',
    (element) => {
      expect(outcome(element)).toEqual([expect.stringContaining('INVALID_COMMAND'), undefined]);
    },
  );

  it.each([[{ rid: 3 }], [{ c: 7, rid: 3 }], [{ c: null, rid: 3 }]])(
    'without a string c is refused with its rid: %j',
    (element) => {
      expect(outcome(element)).toEqual([expect.stringContaining('INVALID_COMMAND'), 3]);
    },
  );

  it('has a rid up to 2^53−1', () => {
    expect(outcome({ c: 'ping', rid: 2 ** 53 - 1 })[1]).toBe(2 ** 53 - 1);
    for (const rid of [-1, 1.5, '1', null, 2 ** 53, true]) {
      expect(outcome({ c: 'ping', rid })).toEqual([expect.stringMatching(/^INVALID_FIELD: rid /), undefined]);
    }
    expect(elements('[{"c":"ping","rid":1e400}]')[0]).toMatchObject({ ok: false, rid: undefined });
  });

  it.each(['constructor', '__proto__', 'toString', 'PING', ''])(
    'with an unknown name is refused: %s',
    (c) => {
      expect(outcome({ c, rid: 4 })).toEqual([expect.stringContaining('UNKNOWN_COMMAND'), 4]);
    },
  );

  it('takes the last of duplicate keys', () => {
    expect(elements('[{"c":"pong","c":"ping","rid":1,"rid":2}]')).toEqual([
      { ok: true, command: { c: 'ping' }, rid: 2, tenths: 1 },
    ]);
  });

  it('is not fooled by members of Object.prototype', () => {
    for (const key of ['__proto__', 'constructor', 'hasOwnProperty', 'toString']) {
      const [element] = elements(`[{"c":"ping","rid":1,"${key}":{"rid":9}}]`);
      expect(element).toMatchObject({ ok: false, rid: 1, rejection: { code: 'INVALID_FIELD' } });
    }
    expect(({} as Record<string, unknown>).rid).toBeUndefined();
  });
});

describe('the fields of a command', () => {
  it('come back checked, with hex in lower case', () => {
    expect(outcome({ ...order, rid: 1, cid: 5 })).toEqual([
      { ...order, buyToken: address.toLowerCase(), cid: 5 },
      1,
    ]);
  });

  it('take hashes, addresses and signatures in any letter case', () => {
    const hash = `0x${'aB'.repeat(32)}`;
    const delegate = { c: 'signDelegationRemoval', address: address.toUpperCase() };
    expect(outcome(delegate)[0]).toMatchObject({ address: address.toLowerCase() });
    for (const sent of [hash, hash.toLowerCase(), hash.toUpperCase()]) {
      const fields = { id: 1, token: address, amount: '1', hash: sent, txhash: sent };
      const pick = (c: string, ...names: (keyof typeof fields)[]) =>
        outcome({ c, ...Object.fromEntries(names.map((name) => [name, fields[name]])) })[0];
      for (const c of ['cancelOrder', 'getOrder', 'signOrderCancellation']) {
        expect(pick(c, 'hash')).toEqual({ c, hash: hash.toLowerCase() });
      }
      expect(pick('withdrawalTransaction', 'id', 'txhash')).toMatchObject({ txhash: hash.toLowerCase() });
      expect(pick('announceDeposit', 'token', 'amount', 'txhash')).toMatchObject({
        txhash: hash.toLowerCase(),
      });
    }
    const inCapitals = `0X${'AB'.repeat(64)}1B`.replace(/^0X(..)/, '0X01');
    expect(outcome({ ...order, signature: inCapitals })[0]).toMatchObject({ signature: inCapitals });
  });

  it.each([
    [{ buyAmount: undefined }, 'placeOrder needs buyAmount: a whole number of smallest units'],
    [{ amount: '1' }, 'placeOrder has no field "amount"; its fields: market, buyToken'],
    [
      { buyAmount: 20000 },
      'buyAmount must be a whole number of smallest units in decimal digits, as a string, not 20000',
    ],
    [{ buyAmount: '2e4' }, 'INVALID_FIELD: buyAmount must be'],
    [{ buyAmount: '340282366920938463463374607431768211456' }, 'AMOUNT_OUT_OF_RANGE: buyAmount'],
    [{ market: '' }, 'market must be a string of 1 to 60 characters, not ""'],
    [{ market: ['ETHDAI'] }, 'market must be a string of 1 to 60 characters, not an array'],
    [{ sellToken: 'ETH' }, 'sellToken must be 0x and 40 hex digits'],
    [{ expiry: 2 ** 32 }, 'expiry must be a whole number from 0 to 4294967295, not 4294967296'],
    [{ nonce: '7' }, 'nonce must be a whole number from 0 to 9007199254740991, not "7"'],
    [{ signature: '0x' }, 'INVALID_SIGNATURE'],
    [{ signatureFormat: 'eth_sign' }, 'signatureFormat must be one of sign, signTypedData, not "eth_sign"'],
    [{ cid: null }, 'cid must be a whole number'],
    [{ hidden: 1 }, 'hidden must be true or false, not 1'],
    [{ stopRate: '1.234567' }, 'stopRate must be a decimal above 0 with at most 5 significant digits'],
    [{ peggedTo: 'CHF', peggedRate: '1' }, 'peggedTo must be one of JPY, ETH, BTC, USD, EUR, GBP, not "CHF"'],
    [{ peggedTo: 'EUR' }, 'peggedTo and peggedRate must be given together'],
    [
      { postOnly: true, fillOrKill: true },
      'at most one of postOnly, immediateOrCancel, fillOrKill may be true',
    ],
    [{ timeInForce: '1' }, 'timeInForce must be a Unix time in whole seconds, or true or false, not "1"'],
  ])('are refused with what was wrong and what is right: %j', (change, expected) => {
    const [text, rid] = outcome({ ...order, rid: 8, ...change });
    expect(text).toContain(expected);
    expect(rid).toBe(8);
  });

  it.each([
    [{ c: 'cancelOrder' }, 'at least one of id, cid, hash must be given'],
    [{ c: 'getOrder', id: 1, hash: `0x${'1'.repeat(64)}` }, 'exactly one of id, cid, hash'],
    [{ c: 'getTokenInfo' }, 'exactly one of token, symbol, contract'],
    [{ c: 'getTrace' }, 'exactly one of orderId, tradeId'],
    [{ c: 'editOrder', hidden: true }, 'at least one of id, cid must be given'],
    [{ c: 'editOrder', id: 1, peggedRate: '2' }, 'peggedTo and peggedRate must be given together'],
    [{ c: 'cancelOnDisconnect', seconds: 4 }, 'seconds must be 0 (off) or from 5 to 600'],
    [{ c: 'cancelOnDisconnect', seconds: 601 }, 'seconds must be a whole number from 0 to 600'],
    [{ c: 'getUserTrades', limit: 51 }, 'limit must be a whole number from 1 to 50'],
    [{ c: 'getUserTrades', limit: 0 }, 'limit must be a whole number from 1 to 50'],
    [{ c: 'getUserTrades', from: 1_700_000_001, to: 1_700_000_000_999 }, 'from must not be after to'],
    [{ c: 'getOrderBookSnapshot', market: 'ETHDAI', limit: 50 }, 'limit must be one of 20, 100'],
    [
      { c: 'getBarData', from: 1, to: 2, market: 'ETHDAI', precision: '2m' },
      'precision must be one of 1m, 5m',
    ],
    [
      { c: 'getBarData', from: 1, to: 2, market: 'ETHDAI', precision: '1m', source: 'mixed' },
      'source must be internal, the trades made here (there is no index and no mixed), not "mixed"',
    ],
    [
      { c: 'getTicker', market: 'ETHDAI', source: 'index' },
      'source must be internal, the trades made here (there is no index and no mixed), not "index"',
    ],
    [{ c: 'getTicker', market: 'ETHDAI', source: '' }, 'source must be internal'],
    [{ c: 'announceDelegate', address: ZERO_ADDRESS }, 'must not be the zero address'],
    [{ c: 'updateDelegateLabel', address: ZERO_ADDRESS, label: '' }, 'must not be the zero address'],
    [{ c: 'signDelegationRemoval', address: ZERO_ADDRESS }, 'must not be the zero address'],
    [
      { c: 'updateDelegateLabel', address, label: '😀'.repeat(31) },
      'label must be a string of at most 30 characters, not "😀',
    ],
    [{ c: 'postMessage', message: '😀'.repeat(501) }, 'not a string of 501 characters'],
    [
      { c: 'registerTOTPSalt', TOTPSecret: 'JBSWY3DPEHPK3PXP', salt: '😀'.repeat(129) },
      'salt must be a string of 1 to 128 characters',
    ],
    [
      { c: 'announceDelegate', address, label: 'x'.repeat(31), isTradingLogin: true },
      'at most 30 characters',
    ],
    [{ c: 'updateUsername', username: 'a b', signature }, '3 to 30 letters, digits, _ or -'],
    [{ c: 'postMessage', message: 'a\u0000' }, 'message must be whole Unicode characters without U+0000'],
    [
      { c: 'updateDelegateLabel', address, label: '\ud800' },
      'label must be whole Unicode characters without U+0000',
    ],
    [
      { c: 'registerTOTPSalt', TOTPSecret: 'JBSWY3DPEHPK3PXP', salt: '\u0000' },
      'salt must be whole Unicode characters without U+0000',
    ],
    [{ c: 'getTOTPSalt', TOTP: 1_000_000, username: 'abc' }, 'TOTP must be a whole number from 0 to 999999'],
    [
      { c: 'subscribe', markets: 'ETHDAI', events: ['trades'] },
      'INVALID_FIELD: markets must be an array of one or more strings of at most 100 characters, not "ETHDAI"',
    ],
    [
      { c: 'subscribe', markets: [], events: ['trades'] },
      'INVALID_FIELD: markets must be an array of one or more strings of at most 100 characters, not an empty one',
    ],
    [
      { c: 'unSubscribe', markets: ['ETHDAI'], events: [] },
      'INVALID_FIELD: events must be an array of one or more strings of at most 100 characters, not an empty one',
    ],
    [
      { c: 'subscribe', markets: ['ETHDAI'], events: ['trades', 7, null] },
      'INVALID_FIELD: events[1] must be a string of at most 100 characters, not 7',
    ],
    [
      { c: 'subscribe', markets: ['x'.repeat(101)], events: ['trades'] },
      'INVALID_FIELD: markets[0] must be a string of at most 100 characters, not a string of 101 characters',
    ],
  ])('fit each other: %j', (command, expected) => {
    expect(outcome(command)[0]).toContain(expected);
  });

  it.each([
    [{ c: 'cancelOnDisconnect', seconds: 0 }],
    [{ c: 'updateDelegateLabel', address: address.toLowerCase(), label: '😀 é' }],
    [{ c: 'authenticate', message: '\u0000\ud800 7', nonce: 7, signature }],
    [{ c: 'getUserTrades', from: 1_700_000_000, to: 1_700_000_000_000, limit: 50 }],
    [{ c: 'getHistoricalTrades' }],
    [{ c: 'editOrder', id: 1, timeInForce: true }],
    [{ c: 'cancelOrders' }],
    [{ c: 'cancelOrder', id: 1, cid: 2, hash: `0x${'1'.repeat(64)}` }],
    [{ c: 'getTicker', market: 'ETHDAI', source: 'internal' }],
    [{ c: 'getBarData', from: 1, to: 2, market: 'ETHDAI', precision: '1m', source: 'internal' }],
    [{ c: 'announceDelegate', address: address.toLowerCase() }],
    [{ c: 'updateDelegateLabel', address: address.toLowerCase(), label: '😀'.repeat(30) }],
    [{ c: 'postMessage', message: '😀'.repeat(500) }],
    [{ c: 'registerTOTPSalt', TOTPSecret: 'JBSWY3DPEHPK3PXP', salt: '😀'.repeat(128) }],
    [{ c: 'subscribe', markets: ['😀'.repeat(100)], events: ['trades'] }],
    [{ c: 'subscribe', markets: ['ETHDAI'], events: ['trades', 'nonsense'] }],
    [
      {
        c: 'submitWithdrawal',
        token: `0x${'1'.repeat(40)}`,
        amount: '1',
        nonce: 1,
        signature,
        signatureFormat: 'sign',
        maxFee: '0',
      },
    ],
  ])('are read as sent: %j', (command) => {
    expect(outcome(command)[0]).toEqual(command);
  });
});

describe('a refusal', () => {
  it.each([
    [{ c: 'registerTOTPSalt', TOTPSecret: 'JBSWY3DPEHPK3PX1', salt: 'k3fj2' }, 'TOTPSecret', 'JBSWY'],
    [{ c: 'registerTOTPSalt', TOTPSecret: 'JBSWY3DPEHPK3PXP', salt: 73119 }, 'salt', '73119'],
    [{ c: 'getTOTPSalt', TOTP: '073119', username: 'alice' }, 'TOTP', '73119'],
    [{ c: 'getTOTPSalt', TOTP: 7311900, username: 'alice' }, 'TOTP', '73119'],
    [{ c: 'authenticateWithSession', address, session: 73119 }, 'session', '73119'],
  ])('never repeats a secret: %j', (command, field, secret) => {
    const [text] = outcome(command);
    expect(text).toMatch(new RegExp(`^INVALID_FIELD: ${field} must be .*, not what was sent$`));
    expect(text).not.toContain(secret);
  });
});

/** TypeBox checks no schema that isn't its own: those of choices are. */
TypeRegistry.Set<{ enum: readonly unknown[] }>('Unsafe', ({ enum: choices }, value) =>
  choices.includes(value),
);

describe('the reader of fields', () => {
  it('never lets through what the published schema refuses', () => {
    const likely = fc.oneof(
      fc.constantFrom<unknown>(
        ...Object.values(order),
        null,
        -1,
        0,
        1.5,
        2 ** 53,
        'EUR',
        '1.5',
        '0',
        '00',
        address,
        20,
        100,
      ),
      fc.boolean(),
      fc.nat(),
      fc.string(),
      fc.array(fc.string(), { maxLength: 3 }),
    );
    const command = fc.constantFrom(...COMMAND_NAMES).chain((name) =>
      fc
        .record(Object.fromEntries(Object.keys(COMMANDS[name].fields).map((field) => [field, likely])), {
          requiredKeys: [],
        })
        .map((fields) => ({ c: name, ...fields })),
    );
    fc.assert(
      fc.property(command, (sent) => {
        const [element] = elements([sent]);
        if (element?.ok) expect(Value.Check(commandSchema(sent.c), sent)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
