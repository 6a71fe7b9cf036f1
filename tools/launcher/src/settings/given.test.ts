import { describe, expect, it } from '@jest/globals';
import { givenIn, namesOfGiven, usingGiven } from './given';

describe('what runs elsewhere', () => {
  it('is called by its variables', () => {
    const none = { database: undefined, nats: undefined, chain: undefined };
    expect(namesOfGiven(none)).toBe('');
    expect(namesOfGiven({ ...none, database: 'postgres://x', chain: 'http://y' })).toBe(
      'DATABASE_URL, CHAIN_URL',
    );
  });

  it('is named when it fails, also by errors without a message', async () => {
    const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    await expect(usingGiven('NATS_URL', () => Promise.reject(refused))).rejects.toThrow(
      "NATS_URL can't be used: ECONNREFUSED",
    );
    expect(await usingGiven('NATS_URL', () => Promise.resolve(1))).toBe(1);
  });

  it('has some seconds to answer', async () => {
    await expect(usingGiven('NATS_URL', () => new Promise(() => undefined), 20)).rejects.toThrow(
      "NATS_URL can't be used: no answer within 0.02 s",
    );
  });

  it.each([
    ['DATABASE_URL', 'localhost:5432', 'postgres://'],
    ['NATS_URL', 'nats://one:4222,two:4222', 'nats://'],
    ['CHAIN_URL', 'ws://localhost:8545', 'http://'],
  ])('%s=%s is refused with what would be right', (variable, value, right) => {
    expect(() => givenIn({ [variable]: value })).toThrow(
      `${variable} must be a URL that begins with ${right}`,
    );
  });

  it('is what the variables say', () => {
    const NATS_URL = 'nats://one:4222,nats://two:4222';
    expect(givenIn({ NATS_URL, CHAIN_URL: '' })).toEqual({
      database: undefined,
      nats: NATS_URL,
      chain: undefined,
    });
  });
});
