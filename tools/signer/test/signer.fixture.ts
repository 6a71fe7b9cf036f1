import {
  type Batch,
  encodeSettleBatch,
  encodeWithdrawForUsers,
  type OperatorWithdrawal,
} from '@exchange/contract/chain';
import { address, amount, ZERO_ADDRESS } from '@exchange/core/kernel';
import { type KeyRole, LocalKey, type SignedAnswer } from '@exchange/edge/keys';
import { writeFileSync } from 'node:fs';
import type { AuditLine } from '../src/audit-log';
import { SigningRefusal } from '../src/policy/draft';
import { type Policy, readPolicy } from '../src/policy/policy-file';
import { type CertifiedClient, PolicySigner } from '../src/signer';

/** Unix seconds at which tests begin. */
export const NOW = 1_800_000_000;
export const DOMAIN = { name: 'Exchange', chainId: 31_337, contract: address(`0x${'c0'.repeat(20)}`) };
export const ETH = ZERO_ADDRESS;
export const DAI = address(`0x${'da'.repeat(20)}`);
export const ALICE = address(`0x${'a1'.repeat(20)}`);

export const SECRETS: Readonly<Record<KeyRole, string>> = {
  settler: `0x${'5e771e0001'.repeat(6)}0101`,
  attester: `0x${'a77e570002'.repeat(6)}0202`,
  cosigner: `0x${'c051600003'.repeat(6)}0303`,
};
export const KEYS: ReadonlyMap<KeyRole, LocalKey> = new Map(
  (Object.keys(SECRETS) as KeyRole[]).map((role) => [role, new LocalKey(SECRETS[role], role)]),
);

/** A policy whose every limit is small enough to be reached. */
export const POLICY = {
  domain: DOMAIN,
  clients: { 'settlement-service': ['settler'], attester: ['attester', 'cosigner'] },
  settler: {
    signaturesPerMinute: 5,
    validForSecondsMax: 600,
    ordersMax: 4,
    tradesMax: 2,
    functions: ['settleBatch', 'withdrawForUsers'],
    withdrawalsMax: 2,
    gasLimitMax: '1000000',
    feePerGasMax: '200',
    feeMax: '100000000',
    withdrawals: { [DAI]: { perHour: '1000', perDay: '1500' } },
  },
  attester: { signaturesPerMinute: 5, validForSecondsMax: 600, ordersMax: 4, tradesMax: 2 },
  cosigner: {
    signaturesPerMinute: 5,
    validForSecondsMax: 3_600,
    statements: ['ArbiterWithdrawal', 'DelegateRemoval', 'OrderCancellation', 'MinimumNonce'],
    withdrawals: { [ETH]: { perHour: '1000', perDay: '1500' } },
  },
};

/** Writes a policy to a file and reads it again. */
export function policyFrom(file: string, policy: unknown): Policy {
  writeFileSync(file, JSON.stringify(policy));
  return readPolicy(file);
}

export const SETTLEMENT: CertifiedClient = { name: 'settlement-service', certificate: 'AA:AA' };
export const ATTESTER: CertifiedClient = { name: 'attester', certificate: 'BB:BB' };

/** A signer on a clock in the test's hand, whose log is a list. */
export class SignerWorld {
  now = NOW * 1_000;
  readonly lines: AuditLine[] = [];
  /** Whether there is room for one more line in its log. */
  canWrite = true;
  signer: PolicySigner;

  constructor(private readonly policy: Policy) {
    this.signer = this.#start();
  }

  /** A new process that reads the log of the one before. */
  restart(): void {
    this.signer = this.#start();
    for (const line of this.lines) this.signer.restore(line);
  }

  async sign(role: KeyRole, question: unknown): Promise<SignedAnswer> {
    return this.signer.sign(role, question, role === 'settler' ? SETTLEMENT : ATTESTER);
  }

  /** What it says: `signed`, or the code of its refusal. */
  async answer(role: KeyRole, question: unknown): Promise<string> {
    try {
      await this.sign(role, question);
      return 'signed';
    } catch (error) {
      if (error instanceof SigningRefusal) return error.code;
      throw error;
    }
  }

  #start(): PolicySigner {
    const append = async (line: AuditLine) => {
      if (!this.canWrite) throw new Error('no space left');
      this.lines.push(line);
    };
    return new PolicySigner({
      policy: this.policy,
      keys: KEYS,
      audit: { append },
      clock: { now: () => this.now },
    });
  }
}

const word = (byte: number) => `0x${byte.toString(16).padStart(2, '0').repeat(32)}`;

/** A batch of so many orders and trades, with words that nobody looks into. */
export function batchOf(orders: number, trades: number): Batch {
  const order = { amounts: word(1), terms: word(2), tokens: word(3), r: word(4), vs: word(5) };
  const trade = { amounts: word(6), fees: word(7), ids: word(8) };
  return { orders: Array<typeof order>(orders).fill(order), trades: Array<typeof trade>(trades).fill(trade) };
}

const FEES = { gasLimit: '1000000', maxFeePerGas: '100', maxPriorityFeePerGas: '1' };

/** A transaction of the settler as JSON. */
export const transactionOf = (data: string, changes: Record<string, unknown> = {}) => ({
  ...{ chainId: DOMAIN.chainId, to: DOMAIN.contract, data, nonce: 0, ...FEES },
  ...changes,
});

export const settleBatch = ({ validUntil = NOW + 600, orders = 4, trades = 2, batchId = 7 } = {}) =>
  encodeSettleBatch(BigInt(batchId), validUntil, batchOf(orders, trades), { r: word(9), vs: word(10) });

/** A call that pays these amounts of a token. */
export const withdrawForUsers = (amounts: readonly bigint[], { validUntil = NOW + 600, token = DAI } = {}) =>
  encodeWithdrawForUsers(
    validUntil,
    amounts.map((asked, index): OperatorWithdrawal => ({
      ...{
        account: ALICE,
        token,
        amount: amount(asked),
        maxFee: amount(0n),
        fee: amount(0n),
        receiver: ALICE,
      },
      ...{ nonce: BigInt(index), deadline: 0, scheme: 'short', r: word(1), vs: word(2) },
    })),
  );

/** A batch to be attested as JSON. */
export const batchQuestion = ({
  batchId = '7',
  validUntil = NOW + 600,
  orders = 4,
  trades = 2,
  domain = DOMAIN,
} = {}) => ({
  ...{ domain, batchId, validUntil },
  ...batchOf(orders, trades),
});

/** A co-signed withdrawal as JSON; each nonce once. */
export const withdrawalQuestion = (asked: bigint, nonce: number, changes: Record<string, unknown> = {}) => ({
  domain: DOMAIN,
  statement: {
    ...{ kind: 'ArbiterWithdrawal', account: ALICE, token: ETH, amount: asked.toString(), receiver: ALICE },
    ...{ nonce: (2n ** 52n + BigInt(nonce)).toString(), deadline: NOW + 3_600 },
    ...changes,
  },
});
