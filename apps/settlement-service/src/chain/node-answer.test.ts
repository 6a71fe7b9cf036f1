import { describe, expect, it } from '@jest/globals';
import { nodeAnswer } from './node-answer';

describe('what a node says of a transaction', () => {
  it.each([
    ['already known', 'known'],
    ['AlreadyKnown', 'known'],
    ['Known transaction', 'known'],
    ['transaction already imported', 'known'],
    ['nonce too low: next nonce 7, tx nonce 6', 'nonce_used'],
    ['OldNonce', 'nonce_used'],
    ['replacement transaction underpriced', 'outbid'],
    ['ReplacementNotAllowed', 'outbid'],
    ['future transaction tries to replace pending', 'outbid'],
    ['insufficient funds for gas * price + value: balance 0, tx cost 1, overshot 1', 'unfunded'],
    ['InsufficientFunds, Account balance: 0, cumulative cost: 1', 'unfunded'],
    ['Upfront cost exceeds account balance', 'unfunded'],
    ['transaction underpriced: gas tip cap 0, minimum needed 1', 'too_cheap'],
    ['max fee per gas less than block base fee', 'too_cheap'],
    ['FeeTooLow, MaxFeePerGas too low', 'too_cheap'],
    ['Gas price below configured minimum gas price', 'too_cheap'],
    ['txpool is full', 'refused'],
    ['limit exceeded', 'refused'],
  ])('"%s" means %s', (words, kind) => {
    expect(nodeAnswer(words)).toEqual({ kind, reason: words });
  });
});
