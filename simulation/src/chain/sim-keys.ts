import type { Statement } from '@exchange/contract/chain';
import { type Address, hash } from '@exchange/core/kernel';
import type { CosignerKey, SettlerCall, SettlerKey, SettlerTransaction } from '@exchange/edge/keys';
import { id, TypedDataEncoder, type Wallet } from 'ethers';

/** A settler whose signed transactions are readable text: the simulated chain doesn't check them. */
export class SimSettler implements SettlerKey {
  constructor(
    readonly address: Address,
    private readonly watched: (transaction: SettlerTransaction) => void,
  ) {}

  async sign(transaction: SettlerTransaction): Promise<{ readonly raw: string; readonly hash: string }> {
    this.watched(transaction);
    const raw = JSON.stringify(transaction, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    return { raw, hash: id(raw) };
  }

  callOf(raw: string): SettlerCall {
    const { to, data, chainId } = JSON.parse(raw) as SettlerCall;
    return { to, data, chainId };
  }

  async answers(): Promise<boolean> {
    return true;
  }
}

type SimTransaction = Pick<
  SettlerTransaction,
  'nonce' | 'data' | 'gasLimit' | 'maxFeePerGas' | 'maxPriorityFeePerGas'
>;

export function readSimTransaction(raw: string): SimTransaction {
  const { nonce, data, ...fees } = JSON.parse(raw) as Record<keyof SimTransaction, string>;
  return {
    nonce: Number(nonce),
    data,
    gasLimit: BigInt(fees.gasLimit),
    maxFeePerGas: BigInt(fees.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas),
  };
}

/** A co-signer with a real key, so that what it signs can be checked. */
export class SimCosigner implements CosignerKey {
  constructor(
    private readonly wallet: Wallet,
    readonly address: Address,
  ) {}

  async sign({ domain, types, message }: Statement) {
    const { v, r, s } = this.wallet.signingKey.sign(TypedDataEncoder.hash(domain, types, message));
    return { v, r: hash(r), s: hash(s) };
  }
}
