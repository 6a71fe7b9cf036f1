import type { Address } from '@exchange/core/kernel';
import { concat, dataLength, toBeHex, zeroPadValue } from 'ethers';

const PUSH2 = '0x61';
const OP = {
  mstore: '0x52',
  returndatasize: '0x3d',
  codecopy: '0x39',
  gas: '0x5a',
  call: '0xf1',
  push20: '0x73',
  return: '0xf3',
} as const;

const push = (value: number): string => concat([PUSH2, zeroPadValue(toBeHex(value), 2)]);

/** Where in memory what is sent begins, and where the answers are: five words. */
const SENT_AT = 0x400;
const ANSWERS_AT = 0;
const WORDS = 5;

/**
 * Code that somebody is given in a call that changes nothing: it sends the token what `transfer` says, asks it for balances,
 * and returns five words: whether the transfer succeeded, the length of what it returned, its first word, and both balances.
 */
export function trialCode(
  token: Address,
  calls: { readonly transfer: string; readonly balances: readonly string[] },
): string {
  const asked = [
    { data: calls.transfer, answerAt: 2 },
    ...calls.balances.map((data, place) => ({ data, answerAt: 3 + place })),
  ];
  // The data lies behind the code, whose length doesn't depend on where that is: all numbers are pushed as two bytes.
  const length = dataLength(assemble(token, asked, 0));
  return concat([assemble(token, asked, length), ...asked.map(({ data }) => data)]);
}

function assemble(
  token: Address,
  asked: readonly { readonly data: string; readonly answerAt: number }[],
  dataAt: number,
): string {
  let from = dataAt;
  const steps = asked.map(({ data, answerAt }, place) => {
    const size = dataLength(data);
    const step = [
      ...[push(size), push(from), push(SENT_AT), OP.codecopy],
      ...[push(32), push(ANSWERS_AT + answerAt * 32), push(size), push(SENT_AT), push(0)],
      ...[OP.push20, token, OP.gas, OP.call],
      ...(place === 0 ? [push(0), OP.mstore, OP.returndatasize, push(32), OP.mstore] : []),
    ];
    from += size;
    return concat(step);
  });
  return concat([...steps, push(WORDS * 32), push(ANSWERS_AT), OP.return]);
}
