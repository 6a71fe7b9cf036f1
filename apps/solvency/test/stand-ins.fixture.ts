import { accountQueries, chainBlock, type ReplyOf, type RequestDefinition } from '@exchange/contract/bus';
import { type Address, amount, hash, partitionOf } from '@exchange/core/kernel';
import { connectNats, type IncomingRequest, type NatsBus } from '@exchange/platform';
import { KeptLog, TEST_PASSWORD, type TestChain } from '@exchange/test/kit';

const CHAIN_ID = 31_337;

/** account-service as the check sees it: what the ledger has as settled, in two groups, as of a block. */
export class StandInLedger {
  block: number | undefined;
  /** By account and token. */
  readonly settled = new Map<string, bigint>();
  /** Of the pools, by token. */
  readonly pools = new Map<Address, bigint>();

  private constructor(private readonly bus: NatsBus) {}

  static async connect(url: string): Promise<StandInLedger> {
    const bus = await connectNats({
      url,
      user: 'account-service',
      password: TEST_PASSWORD,
      log: new KeptLog(),
    });
    const ledger = new StandInLedger(bus);
    await ledger.answer(accountQueries.settledSumsQuery, ({ subject }) => ledger.sums(partitionIn(subject)));
    await ledger.answer(accountQueries.settledAccountsQuery, ({ subject }) => ({
      ...{ block: ledger.block ?? null, more: false },
      balances: ledger.rows().filter(({ account }) => partitionOf(account) === partitionIn(subject)),
    }));
    return ledger;
  }

  add(account: Address, token: Address, units: bigint): void {
    const key = `${account} ${token}`;
    this.settled.set(key, (this.settled.get(key) ?? 0n) + units);
  }

  readVerdicts(onVerdict: (data: Uint8Array) => void) {
    return this.bus.readLog('SOLVENCY', 'solvency.v1.verdict', new Map(), ({ data }) => onVerdict(data));
  }

  close(): Promise<void> {
    return this.bus.close();
  }

  /** The lower half of the partitions is one group, the upper half the other. */
  private sums(asked: number): ReplyOf<typeof accountQueries.settledSumsQuery> {
    const isLower = asked < 32;
    const sums = new Map<Address, bigint>(isLower ? this.pools : []);
    for (const { account, token, settled } of this.rows()) {
      if (partitionOf(account) < 32 === isLower) sums.set(token, (sums.get(token) ?? 0n) + settled);
    }
    return {
      block: this.block ?? null,
      sums: [...sums].map(([token, settled]) => ({ token, settled })),
      partitions: Array.from({ length: 32 }, (_, index) => index + (isLower ? 0 : 32)),
    };
  }

  private rows() {
    return [...this.settled].map(([key, units]) => {
      const [account, token] = key.split(' ') as [Address, Address];
      return { account, token, settled: amount(units) };
    });
  }

  private answer<D extends RequestDefinition>(
    definition: D,
    reply: (request: IncomingRequest) => ReplyOf<D>,
  ) {
    return this.bus.serve(definition.pattern, (request) => {
      request.respond(definition.encodeReply({ ok: true, value: reply(request) }));
    });
  }
}

const partitionIn = (subject: string): number => Number(subject.split('.')[3]);

/** chain-watcher as the check sees it: which blocks are final. */
export class StandInWatcher {
  private seq = 0;

  private constructor(
    private readonly bus: NatsBus,
    private readonly chain: TestChain,
  ) {}

  static async connect(url: string, chain: TestChain): Promise<StandInWatcher> {
    const bus = await connectNats({
      url,
      user: 'chain-watcher',
      password: TEST_PASSWORD,
      log: new KeptLog(),
    });
    return new StandInWatcher(bus, chain);
  }

  /** Tells the newest block but two as final; its number. */
  async tellFinal(): Promise<number> {
    const number = (await this.chain.provider.getBlockNumber()) - 2;
    const block = await this.chain.provider.getBlock(number);
    const news = [
      {
        kind: 'final' as const,
        number,
        hash: hash(block?.hash ?? ''),
        time: block?.timestamp ?? 0,
        facts: [],
      },
    ];
    this.seq += 1;
    const data = chainBlock.encode({ seq: this.seq, at: Date.now(), news });
    await this.bus.publishLog('CHAIN', chainBlock.subject(CHAIN_ID), [{ seq: this.seq, data }]);
    return number;
  }

  close(): Promise<void> {
    return this.bus.close();
  }
}
