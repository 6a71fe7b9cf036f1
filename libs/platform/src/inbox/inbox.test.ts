import { describe, expect, it } from '@jest/globals';
import { dataQueries, encodeJson, ledgerListing, type RequestDefinition } from '@exchange/contract/bus';
import { ok, present, reject } from '@exchange/core/kernel';
import type { TurnInput } from '../ports';
import { Inbox } from './inbox';
import { handlersOf, type InboxTypes } from './inbox-handler';
import { signalsOf } from './signal-definition';

const { marketSnapshotQuery, ratesQuery } = dataQueries;

interface Types extends InboxTypes {
  readonly deps: { read(): Promise<string> };
  readonly turn: string[];
  readonly needs: string;
}

const handle = handlersOf<Types>();
const signal = signalsOf<{ kind: 'tick'; count: number } | { kind: 'stop' }>();

const handlers = [
  handle(ledgerListing, {
    needs: ({ entry }) => entry.subject,
    decide: (heard, { message }) => void heard.push(`listing ${message.seq}`),
  }),
  handle(signal('tick'), {
    prepare: ({ count }, { read }) => (count > 1 ? read() : 'at once'),
    decide: (heard, { count }, prepared) => void heard.push(`tick ${count} ${prepared}`),
  }),
  handle(ratesQuery, {
    malformed: reject('INVALID_FIELD', 'currencies must be a list'),
    decide(heard, { request, sender }) {
      heard.push(`rates ${request.currencies.join()} for ${sender}`);
      return ok(() => ({ rates: [] }));
    },
  }),
  handle(marketSnapshotQuery, {
    decide: (_, { request }) => reject('UNKNOWN_MARKET', `${request.market} is not listed`),
  }),
];

const request = (definition: RequestDefinition, data: Uint8Array): TurnInput => ({
  from: 'request',
  request: { subject: definition.subject('ws-1'), data, respond: () => undefined },
});
const example = present(ledgerListing.examples[0], 'example');
const listing: TurnInput = {
  from: 'log',
  entry: { subject: ledgerListing.subject(), seq: 3, data: ledgerListing.encode(example) },
};
const tick = (count: number): TurnInput => ({
  from: 'self',
  signal: { kind: 'tick', count } as { kind: 'tick' },
});
const deps = { read: () => Promise.resolve('read') };

async function run(inbox: Inbox<Types>, inputs: readonly TurnInput[]) {
  const heard: string[] = [];
  const prepared = await inbox.prepare(inputs, deps);
  const replies = inbox.decide(heard, prepared)();
  return { heard, needs: prepared.needs, replies };
}

describe('an inbox', () => {
  it('brings each input to the handler of its definition, decoded, prepared and in order', async () => {
    const rates = request(ratesQuery, ratesQuery.encodeRequest({ currencies: ['USD'] }));
    const { heard, needs } = await run(new Inbox(handlers), [tick(2), listing, rates, tick(1)]);
    expect(heard).toEqual(['tick 2 read', `listing ${example.seq}`, 'rates USD for ws-1', 'tick 1 at once']);
    expect(needs).toEqual([ledgerListing.subject()]);
  });

  it('makes no promise when nothing takes time to prepare', () => {
    expect(new Inbox(handlers).prepare([tick(1), listing], deps)).not.toBeInstanceOf(Promise);
  });

  it('answers with what its handlers decide', async () => {
    const snapshot = request(marketSnapshotQuery, marketSnapshotQuery.encodeRequest({ market: 'ETHDAI' }));
    const { replies } = await run(new Inbox(handlers), [snapshot]);
    const refusal = { ok: false, code: 'UNKNOWN_MARKET', message: 'ETHDAI is not listed' };
    expect(replies.map(({ data }) => marketSnapshotQuery.decodeReply(data))).toEqual([refusal]);
  });

  it.each([
    ['with another shape', ratesQuery, encodeJson({}), 'INVALID_FIELD'],
    ['that is no JSON', marketSnapshotQuery, new Uint8Array([0xff]), 'INVALID_COMMAND'],
  ])('refuses a request %s', async (_what, definition, data, code) => {
    const { heard, replies } = await run(new Inbox(handlers), [request(definition, data)]);
    expect(replies.map((reply) => (definition as RequestDefinition).decodeReply(reply.data))).toMatchObject([
      { ok: false, code },
    ]);
    expect(heard).toEqual([]);
  });

  it('refuses what is not admitted, unprepared, and asks once though the turn prepares again', async () => {
    let asked = 0;
    const admit = () => {
      asked += 1;
      return { ...reject('RATE_LIMITED', 'too many'), retryAfterMs: 7 };
    };
    const counted: string[] = [];
    const costly = handle(ratesQuery, {
      prepare: () => void counted.push('prepared'),
      needs: () => {
        counted.push('needs');
        return 'rows';
      },
      decide: () => ok(() => ({ rates: [] })),
    });
    const inbox = new Inbox([costly], admit);
    const rates = request(ratesQuery, ratesQuery.encodeRequest({ currencies: [] }));
    await inbox.prepare([rates], deps);
    const { replies, needs } = await run(inbox, [rates]);
    expect(replies.map(({ data }) => ratesQuery.decodeReply(data))).toEqual([
      { ok: false, code: 'RATE_LIMITED', message: 'too many', retryAfterMs: 7 },
    ]);
    expect([counted, needs, asked]).toEqual([[], [], 1]);
  });

  it('refuses what comes to its turn too late, before it costs anything, and tells the others until when they may be carried out', async () => {
    const done: string[] = [];
    const costly = handle(ratesQuery, {
      prepare: () => void done.push('prepared'),
      decide(_, { dueAt }) {
        done.push(`due at ${dueAt}`);
        return ok(() => ({ rates: [] }));
      },
    });
    const admit = () => {
      done.push('charged');
      return ok(undefined);
    };
    let now = 1_000;
    const deadlines = { dueAt: () => 1_000, now: () => now };
    const rates = () => request(ratesQuery, ratesQuery.encodeRequest({ currencies: [] }));
    const inbox = new Inbox([costly], admit, deadlines);
    await run(inbox, [rates()]);
    expect(done.splice(0)).toEqual(['charged', 'prepared', 'due at 1000']);
    now = 1_001;
    const { replies } = await run(inbox, [rates()]);
    expect(done).toEqual([]);
    expect(replies.map(({ data }) => ratesQuery.decodeReply(data))).toEqual([
      {
        ...{ ok: false, code: 'UNAVAILABLE', retryAfterMs: 1_000 },
        message: 'the request waited too long to be taken; nothing was done, try again in 1 s',
      },
    ]);
  });

  it('has a handler for everything, or there is a defect', () => {
    const inbox = new Inbox<Types>([]);
    expect(() => inbox.prepare([tick(1)], deps)).toThrow('no handler for the signal tick');
    expect(() => inbox.prepare([listing], deps)).toThrow('no handler for ledger.v1.listing');
  });

  it('fails to prepare when one of its handlers does, and leaves no failure unheard', async () => {
    const failing = handle(signal('stop'), {
      prepare: () => {
        throw new Error('gone');
      },
      decide: () => undefined,
    });
    const late = { read: () => Promise.reject<string>(new Error('late')) };
    const inputs: TurnInput[] = [tick(2), { from: 'self', signal: { kind: 'stop' } }];
    await expect(new Inbox<Types>([...handlers, failing]).prepare(inputs, late)).rejects.toThrow(/late|gone/);
  });
});
