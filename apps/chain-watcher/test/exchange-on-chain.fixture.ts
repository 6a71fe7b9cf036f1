import {
  arbiterWithdrawal,
  delegation,
  type DeployedContract,
  deployExchange,
  deployTestToken,
  encodeRegisterToken,
  exchangeInterface,
  type Statement,
} from '@exchange/contract/chain';
import { type Address, address, hash, ZERO_ADDRESS } from '@exchange/core/kernel';
import { FUNDED_KEYS, type TestChain } from '@exchange/test/kit';
import { id, Interface, NonceManager, Signature, Wallet } from 'ethers';
import type { WithdrawalRequest } from './ledger-of-chain.fixture';

const NAME = 'exchange';
const holder = (digit: string) => address(`0x${digit.repeat(40)}`);
const token = new Interface(['function mint(address,uint256)', 'function approve(address,uint256)']);
const coSigner = new Wallet(`0x${'c5'.repeat(32)}`);
const delegate = new Wallet(`0x${'de'.repeat(32)}`);
const [lister, , alice, bob] = FUNDED_KEYS.map((key) => new Wallet(key));
const FAR = 2 ** 32 - 1;

export const ALICE = address((alice as Wallet).address);
export const BOB = address((bob as Wallet).address);
export const FUNDS = 1_000_000n;

/** A transaction as its sender gave it to a node. */
interface Call {
  readonly from: Wallet;
  readonly to: Address;
  readonly data: string;
  readonly value?: bigint;
}

export interface ExchangeOnChain extends DeployedContract {
  readonly dai: Address;
  /** A token that isn't registered yet. */
  readonly usdc: Address;
}

/** The exchange with what two accounts have in it: ether of Alice, DAI of Bob. */
export async function deployFunded(chain: TestChain): Promise<ExchangeOnChain> {
  const deployer = new NonceManager((lister as Wallet).connect(chain.provider));
  const exchange = await deployExchange(deployer, {
    ...{ name: NAME, admin: holder('a'), settlers: [holder('b')], attester: holder('c') },
    ...{ coSigner: address(coSigner.address), lister: address((lister as Wallet).address) },
    ...{ guardian: holder('e'), feeCollector: holder('f'), waitingPeriod: 86_400, maxFeeBps: 200 },
  });
  const { address: dai } = await deployTestToken(deployer, { name: 'Dai', symbol: 'DAI', decimals: 18 });
  const { address: usdc } = await deployTestToken(deployer, { name: 'Usdc', symbol: 'USDC', decimals: 6 });
  const on = { ...exchange, dai, usdc };
  const calls: Call[] = [
    { from: lister as Wallet, to: exchange.address, data: encodeRegisterToken(dai) },
    depositEther(on, FUNDS),
    { from: bob as Wallet, to: dai, data: token.encodeFunctionData('mint', [BOB, 10n * FUNDS]) },
    {
      from: bob as Wallet,
      to: dai,
      data: token.encodeFunctionData('approve', [exchange.address, 10n * FUNDS]),
    },
    depositDai(on, FUNDS),
  ];
  for (const call of calls) await send(chain, call);
  return on;
}

/** Gives a transaction to the chain; its bytes, which may be given to another one. */
export async function send({ provider }: TestChain, { from, to, data, value = 0n }: Call): Promise<string> {
  const nonce = await provider.getTransactionCount(from.address, 'pending');
  const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
  const raw = await from.signTransaction({
    ...{ to, data, value, nonce, chainId: 31_337, type: 2, gasLimit: 1_000_000n },
    ...fees,
  });
  await provider.send('eth_sendRawTransaction', [raw]);
  return raw;
}

const callOf = (
  from: Wallet | undefined,
  on: ExchangeOnChain,
  name: string,
  values: readonly unknown[],
): Call => ({
  ...{ from: from as Wallet, to: on.address, data: exchangeInterface.encodeFunctionData(name, [...values]) },
});

export const depositEther = (on: ExchangeOnChain, value: bigint): Call => ({
  ...callOf(alice, on, 'depositEther', []),
  value,
});

export const depositDai = (on: ExchangeOnChain, amount: bigint): Call =>
  callOf(bob, on, 'depositToken', [on.dai, amount]);

/** Alice carries out what was co-signed. */
export async function withdraw(on: ExchangeOnChain, request: WithdrawalRequest): Promise<Call> {
  const { nonce, deadline, receiver, amount } = request;
  const signed = await signature(
    coSigner,
    arbiterWithdrawal(domainOf(on), { ...request, nonce: BigInt(nonce) }),
  );
  return callOf(alice, on, 'withdraw', [request.token, amount, receiver, nonce, deadline, ...signed]);
}

/** Whatever else accounts and the lister can have the contract say. */
export async function everythingElse(on: ExchangeOnChain): Promise<readonly Call[]> {
  const consent = delegation(domainOf(on), {
    ...{ account: ALICE, delegate: address(delegate.address), deadline: FAR },
  });
  return [
    depositEther(on, 5n),
    depositDai(on, 7n),
    callOf(bob, on, 'requestExit', [[ZERO_ADDRESS]]),
    callOf(bob, on, 'cancelExit', [[ZERO_ADDRESS]]),
    callOf(alice, on, 'cancelOrders', [[hash(id('an order'))]]),
    callOf(alice, on, 'addDelegate', [delegate.address, FAR, FAR, ...(await signature(delegate, consent))]),
    callOf(alice, on, 'removeDelegate', [delegate.address]),
    callOf(bob, on, 'requestMinNonce', [on.dai, 9]),
    callOf(bob, on, 'voidNonces', [[42]]),
    callOf(lister, on, 'registerToken', [on.usdc]),
    callOf(lister, on, 'setDepositsEnabled', [on.dai, false]),
    callOf(lister, on, 'setDepositsEnabled', [on.dai, true]),
  ];
}

export async function balanceOnChain(chain: TestChain, on: ExchangeOnChain, account: Address, of: Address) {
  const data = exchangeInterface.encodeFunctionData('getBalance', [of, account]);
  return BigInt(await chain.provider.call({ to: on.address, data }));
}

const domainOf = ({ address: contract }: ExchangeOnChain) => ({ name: NAME, chainId: 31_337, contract });

async function signature(signer: Wallet, { domain, types, message }: Statement) {
  const { v, r, s } = Signature.from(await signer.signTypedData(domain, types, message));
  return [v, r, s];
}
