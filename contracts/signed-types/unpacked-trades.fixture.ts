import type { TradeWords } from '@exchange/core/settlement';
import { execFileSync } from 'node:child_process';
import { Interface } from 'ethers';
import type { AskedExchange } from './asked-exchange.fixture';

const MEMBERS = [
  ...['id', 'makerIndex', 'takerIndex', 'flags', 'makerAmount', 'takerAmount'],
  ...['makerFee', 'takerFee', 'rebate', 'makerGives'],
];
const unpacking = new Interface([
  `function unpack(tuple(uint256 amounts, uint256 fees, uint256 ids)[] packed) view returns (tuple(${MEMBERS.map((name) => `uint256 ${name}`).join(', ')})[])`,
]);

// In a process of its own, because Jest would instrument 9 MB of compiler.
const COMPILE = `
  import { compileSource } from './contracts/compiler.mjs';
  const { TradeUnpacking } = compileSource('test/support/TradeUnpacking.sol');
  process.stdout.write(TradeUnpacking.evm.deployedBytecode.object);`;
let code: string | undefined;

/** What the exchange's own code reads from the words of trades. */
export async function unpackedTrades(
  chain: AskedExchange,
  words: readonly TradeWords[],
): Promise<Record<string, bigint>[]> {
  code ??= `0x${execFileSync(process.execPath, ['--input-type=module', '-e', COMPILE], { encoding: 'utf8' })}`;
  const returned = await chain.askCode(code, unpacking.encodeFunctionData('unpack', [words]));
  const [trades] = unpacking.decodeFunctionResult('unpack', returned);
  return (trades as readonly (readonly bigint[])[]).map((trade) =>
    Object.fromEntries(MEMBERS.slice(0, -1).map((name, at) => [name, trade[at] as bigint])),
  );
}
