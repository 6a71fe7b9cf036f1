import { CREATE2_FACTORY, type Creation, isThere } from '@exchange/contract/chain';
import type { Address } from '@exchange/core/kernel';
import { formatUnits, type JsonRpcProvider } from 'ethers';
import { textTable } from '../../kit/text-table';

/** A creation, and what it would cost now: undefined if the contract is there already. */
interface Step {
  readonly creation: Creation;
  readonly gas: bigint | undefined;
}

/** What a run would do, line by line, and whether who pays has less than it may cost. */
export interface PlanTable {
  readonly lines: readonly string[];
  readonly isTooLittle: boolean;
}

/** `payer`: who would pay. */
export async function planTable(
  provider: JsonRpcProvider,
  creations: readonly Creation[],
  payer: Address,
): Promise<PlanTable> {
  const steps = await Promise.all(creations.map((creation) => stepOf(provider, creation, payer)));
  const { maxFeePerGas, gasPrice } = await provider.getFeeData();
  const price = maxFeePerGas ?? gasPrice ?? 0n;
  const total = steps.reduce((sum, { gas = 0n }) => sum + gas, 0n);
  const balance = await provider.getBalance(payer);
  const rows = steps.map(({ creation, gas }) => [
    ...[creation.contract, creation.address],
    ...(gas === undefined ? ['is there', ''] : [String(gas), ether(gas * price)]),
  ]);
  const isTooLittle = balance < total * price;
  const lines = [
    ...textTable(
      [
        ['contract', 'address', 'gas', 'at most'],
        ...rows,
        ['together', '', String(total), ether(total * price)],
      ],
      ['left', 'left', 'right', 'right'],
    ),
    `${payer} pays and has ${ether(balance)}${isTooLittle ? ': TOO LITTLE' : ''}.`,
    'On a rollup the fee for its data on the main chain comes on top.',
  ];
  return { lines, isTooLittle };
}

async function stepOf(provider: JsonRpcProvider, creation: Creation, from: Address): Promise<Step> {
  if (await isThere(provider, creation.address)) return { creation, gas: undefined };
  const gas = await provider.estimateGas({ from, to: CREATE2_FACTORY, data: creation.data });
  return { creation, gas };
}

const ether = (wei: bigint): string => `${formatUnits(wei, 18)} ETH`;
