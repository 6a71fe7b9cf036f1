import { describe, expect, it } from '@jest/globals';
import { namesOfGiven, usingGiven } from './given';

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
});
