import { keySigner, signOrder } from '@exchange/client';
import { address, amount } from '@exchange/core/kernel';
import {
  orderMessage,
  ORDER_TYPES,
  type OrderTerms,
  type SigningDomain,
  typedDomain,
} from '@exchange/core/order';
import { Wallet } from 'ethers';
import { privateKeyToAccount } from 'viem/accounts';
import type { Contestant } from './measure';

const KEY = `0x${'4c'.repeat(32)}` as const;
const DOMAIN: SigningDomain = {
  ...{ name: 'bench', chainId: 31_337, contract: address(`0x${'c0'.repeat(20)}`) },
};
const [ETHER, DAI] = [address(`0x${'00'.repeat(20)}`), address(`0x${'da'.repeat(20)}`)];

const order = (index: number): OrderTerms => ({
  ...{ sellToken: ETHER, sellAmount: amount(10n ** 18n + BigInt(index)) },
  ...{ buyToken: DAI, buyAmount: amount(300n * 10n ** 18n) },
  ...{ expiry: 1_900_000_000, nonce: 1_760_000_000_000 + index },
});

/** Who signs orders as typed data with a key. Throws unless all sign the same, byte for byte. */
export async function orderSigners(): Promise<readonly Contestant[]> {
  const ours = await keySigner(KEY);
  const ethers = new Wallet(KEY);
  const viem = privateKeyToAccount(KEY);
  const [domain, primaryType] = [typedDomain(DOMAIN), 'Order'] as const;
  const signers: readonly Contestant[] = [
    { name: 'client', run: (index) => signOrder(ours, order(index), 'signTypedData', DOMAIN) },
    { name: 'ethers', run: (index) => ethers.signTypedData(domain, ORDER_TYPES, orderMessage(order(index))) },
    {
      name: 'viem',
      run: (index) =>
        viem.signTypedData({
          domain: domain as never,
          ...{ types: ORDER_TYPES, primaryType, message: orderMessage(order(index)) as never },
        }),
    },
  ];
  const signed = await Promise.all(signers.map(({ run }) => run(0)));
  if (new Set(signed).size !== 1) throw new Error(`they sign different things: ${signed.join(' ')}`);
  return signers;
}
