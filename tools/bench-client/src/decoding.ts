import { hash } from '@exchange/core/kernel';
import { decodeFrame, orderArray, type OrderView } from '@exchange/core/wire';
import { AbiCoder } from 'ethers';
import { decodeAbiParameters, parseAbiParameters } from 'viem';
import type { Contestant } from './measure';

const SIGNED = '1000000000000000000';

const view = (index: number): OrderView => ({
  ...{ id: 140_737_488_355_329 + index, cid: index, hash: hash(`0x${'b2'.repeat(32)}`), market: 'ETHDAI' },
  ...{ active: true, canceled: false, sellToken: 'ETH', buyToken: 'DAI' },
  ...{ sellAmount: SIGNED, buyAmount: `300${'0'.repeat(18)}`, sellRemaining: SIGNED },
  ...{ buyRemaining: `300${'0'.repeat(18)}`, sellBook: SIGNED, buyBook: `300${'0'.repeat(18)}` },
  ...{ bookRate: '300', stopRate: null, peggedCurrency: null, peggedRate: null, hidden: false },
  ...{ trades: [1_099_511_627_777 + index], info: '', nonce: 1_760_000_000_001 + index },
  ...{ timestamp: 1_760_000_000_000, lastActive: 1_760_000_000_000 },
});

/** The same values as an event of a contract would carry them. */
const ABI =
  'uint64, uint64, bytes32, string, bool, bool, string, string, uint128, uint128, uint128, uint128, uint128, uint128, string, string, string, string, bool, uint64[], string, uint64, uint64, uint64';
const ABI_TYPES = ABI.split(', ');

/** Who reads orders. Throws unless all read the same one. */
export function orderReaders(items: number): readonly Contestant[] {
  const arrays = Array.from({ length: items }, (_, index) => orderArray(view(index)) as unknown[]);
  const frames = arrays.map((array) => JSON.stringify([[0, 'o', array]]));
  const coder = AbiCoder.defaultAbiCoder();
  const words = arrays.map((array) =>
    coder.encode(
      ABI_TYPES,
      array.map((value) => value ?? ''),
    ),
  ) as `0x${string}`[];
  const viemTypes = parseAbiParameters(ABI);
  const at = <T>(list: readonly T[], index: number) => list[index] as T;
  const readers: readonly Contestant[] = [
    { name: 'client', run: (index) => decodeFrame(at(frames, index)) },
    { name: 'JSON.parse alone', run: (index) => JSON.parse(at(frames, index)) as unknown },
    { name: 'ethers, as ABI words', run: (index) => coder.decode(ABI_TYPES, at(words, index)).toArray(true) },
    { name: 'viem, as ABI words', run: (index) => decodeAbiParameters(viemTypes, at(words, index)) },
  ];
  const [ours, , byEthers, byViem] = readers.map(({ run }) => run(items - 1));
  const [packet] = ours as ReturnType<typeof decodeFrame>;
  const expected = view(items - 1);
  const isRead =
    packet?.event === 'orderStatus' &&
    packet.order.id === expected.id &&
    packet.order.buyBook === expected.buyBook;
  const ids = [byEthers, byViem].map((values) => (values as unknown[])[0]);
  if (!isRead || ids.some((id) => id !== BigInt(expected.id))) throw new Error('they read different orders');
  return readers;
}
