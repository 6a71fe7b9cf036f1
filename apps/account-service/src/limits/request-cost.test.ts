import { accountCommands, accountQueries } from '@exchange/contract/bus';
import { REQUESTS } from '@exchange/platform';
import { describe, expect, it } from '@jest/globals';
import { carriesGrant, commandBehind, requestTenths } from './request-cost';

const granted = REQUESTS.filter((request) => request.owner === 'account-service' && carriesGrant(request));

describe('what a request costs its account', () => {
  it.each(granted.map(({ pattern }) => pattern))('%s has the cost of a command', (pattern) => {
    expect(commandBehind(pattern)).toBeDefined();
  });

  it('is what the client’s command costs; logins and gateways’ own questions are free', () => {
    const { placeOrder, authenticate } = accountCommands;
    const { feeTierQuery, noticesAfterQuery } = accountQueries;
    expect(
      [placeOrder, authenticate, feeTierQuery, noticesAfterQuery].map((asked) => requestTenths(asked)),
    ).toEqual([15, 0, 10, 0]);
  });
});
