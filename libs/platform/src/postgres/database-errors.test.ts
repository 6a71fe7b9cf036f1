import { describe, expect, it } from '@jest/globals';
import { isOutage } from './database-errors';

const error = (code: string, message = '') => Object.assign(new Error(message), { code });

describe('opening the database', () => {
  it.each([
    ['the server starts', error('57P03')],
    ['there are too many connections', error('53300')],
    ['the server only reads', error('25006')],
    ['two migrations wait for each other', error('40P01')],
    ['rights were given to a table that is dropped', error('XX000', 'tuple concurrently deleted')],
    ['nobody listens', error('ECONNREFUSED')],
  ])('is tried again when %s', (_, failure) => {
    expect(isOutage(failure)).toBe(true);
  });

  it.each([
    ['the password is wrong', error('28P01')],
    ['a migration is wrong', error('42601')],
    ['the server has a fault', error('XX000', 'cache lookup failed')],
  ])('ends when %s', (_, failure) => {
    expect(isOutage(failure)).toBe(false);
  });
});
