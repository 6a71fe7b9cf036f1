import {
  accountCommands,
  accountNotice,
  attesterNews,
  chainBlock,
  ledgerCosign,
  ledgerMarket,
  marketReport,
  operatorCommands,
  type RequestDefinition,
  type RequestOf,
  settlementNews,
} from '@exchange/contract/bus';
import { address, type Address, amount, type Hash, hash, marketId, partitionOf } from '@exchange/core/kernel';
import { DEFAULT_POLICY, type LedgerPolicy } from '@exchange/core/ledger';
import type {
  AccountFact,
  AccountNotice,
  AttesterNews,
  BlockNews,
  ChainFact,
  CosignRequest,
  MarketEvent,
  MarketInput,
  NoticeItem,
  Origin,
  SettlementNews,
  Submission,
} from '@exchange/core/message';
import {
  canonicalHash,
  type Crypto,
  ORDER_TYPES,
  orderMessage,
  type OrderTerms,
  packedHash,
  parseSignature,
  publicHash,
  typedDomain,
} from '@exchange/core/order';
import { type Bus, createCrypto, Requester, SenderClocks, silentTurnMetrics, Turn } from '@exchange/platform';
import {
  FakeClock,
  KeptLog,
  MemoryBroker,
  MemoryDatabase,
  OperatorLog,
  seededRandom,
  settle,
} from '@exchange/test/kit';
import { Wallet } from 'ethers';
import { AccountTurn } from '../src/account-turn';
import { AccountGroup } from '../src/groups/account-group';
import { type AccountSignal, TICK } from '../src/inbox/signal/account-signal';
import { Vault } from '../src/identity/vault';
import { Grants } from '../src/login/grant';
import { accountStore } from './account-store.fixture';
import { DAI, ETH, ETHDAI, ONE, TOKENS } from './listed.fixture';
import { OutsideLogs } from './outside-logs.fixture';

export const domain = { name: 'Exchange', chainId: 31337, contract: address(`0x${'c0'.repeat(20)}`) };

export const alice = new Wallet(`0x${'a1'.repeat(32)}`);
export const bob = new Wallet(`0x${'b2'.repeat(32)}`);
export const aliceAddress = address(alice.address);
export const bobAddress = address(bob.address);
export { DAI, ETH, ONE };

/** `ahead`: so many seconds later by the chain's clock than by ours; `more`: other facts of this block follow. */
type Told = { readonly ahead?: number; readonly more?: true };

/** The account-service over memory, with the test in the place of gateway, chain-watcher, engine and settlement. */
export class AccountWorld {
  readonly clock = new FakeClock();
  readonly broker = new MemoryBroker({ clock: this.clock });
  readonly store = accountStore();
  readonly log = new KeptLog();
  private readonly operatorLog = new OperatorLog();
  readonly fatal: Error[] = [];
  readonly notices: AccountNotice[] = [];
  /** The processes to which groups were to go. */
  readonly movedTo: string[] = [];
  private readonly gateway = this.broker.connect('ws-gateway');
  private readonly others = this.broker.connect('others');
  private readonly logs = new OutsideLogs(this.others);
  readonly crypto: Crypto;
  /** What submitting a withdrawal costs, in smallest units of its token. */
  withdrawalCost: ReturnType<typeof amount> | undefined = amount(0n);
  private readonly marketInputs: MarketInput[] = [];
  private ownBus: Bus | undefined;
  private turns: Turn[] = [];
  database: MemoryDatabase | undefined;
  /** Of the engine's rules of matching. */
  rulesVersion = 1;
  private block = 100;
  private nonce = 1;

  private constructor(
    crypto: Crypto,
    private readonly policy: LedgerPolicy,
    private readonly groups: readonly AccountGroup[] = [AccountGroup.WHOLE],
  ) {
    this.crypto = crypto;
  }

  /** `groups`: each served by a turn of its own, as by processes of their own. */
  static async open(policy = DEFAULT_POLICY, groups?: readonly AccountGroup[]): Promise<AccountWorld> {
    const world = new AccountWorld(await createCrypto(), policy, groups);
    await world.gateway.subscribe('account.v1.notice.*', (_, data) => {
      world.notices.push(accountNotice.decode(data));
    });
    await world.others.readLog('LEDGER', 'ledger.v1.market.*.*', new Map(), ({ data }) => {
      world.marketInputs.push(...ledgerMarket.decode(data).inputs);
    });
    await world.start();
    for (const token of TOKENS) await world.order(operatorCommands.listToken, token);
    await world.order(operatorCommands.listMarket, ETHDAI);
    return world;
  }

  /** The service alone, on a bus of the test's own. */
  static async on(bus: Bus): Promise<AccountWorld> {
    const world = new AccountWorld(await createCrypto(), DEFAULT_POLICY);
    world.ownBus = bus;
    await world.start();
    return world;
  }

  async start(): Promise<void> {
    this.turns = [];
    for (const group of this.groups) this.turns.push(await this.startGroup(group));
  }

  /** The turn of one group, in a process of its own. */
  async startGroup(group: AccountGroup): Promise<Turn> {
    const { clock, log } = this;
    const bus = this.ownBus ?? this.broker.connect('account-service');
    const database = new MemoryDatabase(this.store).writing(group.name, 'apart');
    this.database = database;
    const handler = new AccountTurn(
      {
        group,
        moveTo: (process) => void this.movedTo.push(process),
        domain,
        loginDomain: 'exchange.example',
        policy: this.policy,
        crypto: this.crypto,
        signers: this.crypto,
        withdrawalCost: () => this.withdrawalCost,
        database,
        clock,
        entropy: seededRandom('account-world'),
        senders: new SenderClocks(this.clock),
        grants: new Grants(new Uint8Array(32).fill(7), 24 * 3600 * 1000),
        saltOf: () => hash(`0x${'5a'.repeat(32)}`),
        vault: new Vault(new Uint8Array(32).fill(9), seededRandom('vault')),
        cachedAccounts: 1000,
        noticesKeptMs: 600_000,
      },
      (subject, data) => bus.publish(subject, data),
    );
    const onFatal = (error: Error) => void this.fatal.push(error);
    const turn = new Turn({
      ...{ name: 'account-service', handler, database, bus, clock, log, onFatal, metrics: silentTurnMetrics },
      verify: true,
    });
    await turn.start();
    return turn;
  }

  /** The service's own prompting. */
  submit(signal: AccountSignal): void {
    for (const turn of this.turns) turn.submit(signal);
  }

  /** Everything that was sent to the books of ETHDAI so far, in order. */
  sentToMarket(): MarketInput[] {
    return this.marketInputs;
  }

  /** What the service does once a second. */
  async tick(): Promise<void> {
    this.submit(TICK);
    await this.quiet();
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.turns.map((turn) => turn.stop()));
  }

  ask<D extends RequestDefinition>(definition: D, parameters: (string | number)[], request: RequestOf<D>) {
    return new Requester(this.gateway).ask(definition, parameters, request, 5000);
  }

  /** Has it carried out as operators do: by the next entry of their log. */
  order<D extends RequestDefinition>(definition: D, content: RequestOf<D>, partition = 0) {
    return this.ask(definition, [partition, 'operator-gateway'], this.operatorLog.ordered(content));
  }

  /** Asks as the gateway `ws-1`, in the partition of the account. */
  askFor<D extends RequestDefinition>(
    account: Address,
    definition: D,
    request: RequestOf<D>,
    sender = 'ws-1',
  ) {
    return this.ask(definition, [partitionOf(account), sender], request);
  }

  get deadline(): number {
    return this.clock.now() + 5000;
  }

  /** Logs in with this key for `account` and returns the reply. */
  async login(key: Wallet, account = address(key.address), connection = 1, nonce = (this.nonce += 1)) {
    const message = `log in ${nonce}`;
    const signature = parseSignature(await key.signMessage(message));
    if (!signature.ok) throw new Error(signature.message);
    return this.askFor(account, accountCommands.authenticate, {
      origin: { gateway: 'ws-1', connection, command: 1 },
      deadline: this.deadline,
      account,
      message,
      nonce,
      signature: signature.value,
      byDelegate: account !== address(key.address),
    });
  }

  /** The grant of a login that must succeed. */
  async grantOf(key: Wallet, account = address(key.address)): Promise<string> {
    const login = await this.login(key, account);
    if (!login.ok) throw new Error(login.message);
    return login.value.grant;
  }

  /** Terms that sell one ether for 200 DAI, for a week. */
  sell(nonce = 1): OrderTerms {
    const expiry = Math.floor(this.clock.now() / 1000) + 7 * 86_400;
    return {
      sellToken: ETH,
      sellAmount: amount(ONE),
      buyToken: DAI,
      buyAmount: amount(200n * ONE),
      expiry,
      nonce,
    };
  }

  /** The EIP-712 digest of an order. */
  digestOf(terms: OrderTerms): Hash {
    return canonicalHash(terms, domain, this.crypto.keccak256);
  }

  /** The hash under the personal signature of an order. */
  packedHashOf(terms: OrderTerms): Hash {
    return publicHash(terms, 'sign', domain, this.crypto.keccak256);
  }

  /** A placeOrder request for these terms, signed by the key. */
  async orderRequest(
    key: Wallet,
    grant: string,
    terms: OrderTerms,
    format: 'sign' | 'signTypedData' = 'signTypedData',
  ) {
    const hex =
      format === 'sign'
        ? await key.signMessage(packedHash(terms, domain.contract, this.crypto.keccak256))
        : await key.signTypedData(typedDomain(domain), ORDER_TYPES, orderMessage(terms));
    const signature = parseSignature(hex);
    if (!signature.ok) throw new Error(signature.message);
    return {
      grant,
      origin: { gateway: 'ws-1', connection: 1, command: 2, rid: 9 },
      deadline: this.deadline,
      market: marketId('ETHDAI'),
      terms,
      signature: signature.value,
      format,
    };
  }

  /** One block with these facts, seen and then final. */
  async mine(
    facts: readonly Unplaced[],
    phases: readonly BlockNews['kind'][] = ['seen', 'final'],
  ): Promise<[block: number, facts: readonly ChainFact[]]> {
    this.block += 1;
    const placed = facts.map(
      (fact, logIndex) => ({ ...fact, transaction: blockHash(this.block), logIndex }) as ChainFact,
    );
    for (const kind of phases) await this.tellBlock(kind, this.block, placed);
    return [this.block, placed];
  }

  async tellBlock(kind: BlockNews['kind'], number: number, facts: readonly ChainFact[], told: Told = {}) {
    const { ahead = 0, ...more } = told;
    const time = Math.floor(this.clock.now() / 1000) + ahead;
    const common = { kind, number, hash: blockHash(number), time, facts: [...facts], ...more };
    const news = [{ ...common, ...(kind === 'seen' && { parent: blockHash(number - 1) }) } as BlockNews];
    const content = (seq: number) => chainBlock.encode({ seq, at: this.clock.now(), news });
    await this.logs.append('CHAIN', chainBlock.subject(domain.chainId), content);
  }

  /** What the engine decided: for nobody in particular, or for an account's command. */
  async report(events: MarketEvent[], account?: Address, origin?: Origin): Promise<void> {
    const step = { ...(account && { account }), ...(origin && { origin }), events };
    const content = { at: this.clock.now(), market: marketId('ETHDAI'), steps: [step] };
    const { rulesVersion } = this;
    await this.logs.append('MARKET', marketReport.subject('ETHDAI'), (seq) =>
      marketReport.encode({ ...content, seq, rulesVersion }),
    );
  }

  /** Everything that settlement was asked to sign or to send. */
  async asked(): Promise<{ requests: CosignRequest[]; submissions: Submission[] }> {
    await this.quiet();
    const messages = this.broker
      .stream('LEDGER')
      .filter(({ subject }) => subject.startsWith('ledger.v1.cosign.'))
      .map(({ data }) => ledgerCosign.decode(data));
    return {
      requests: messages.flatMap(({ requests }) => requests),
      submissions: messages.flatMap(({ submissions }) => submissions ?? []),
    };
  }

  /** What was told as the answer to a command, and what followed from it. */
  told(account: Address, command: number): AccountFact[] {
    return this.itemsOf(account, command)
      .filter(({ interim }) => interim === undefined)
      .flatMap(({ facts }) => facts);
  }

  /** What its sender was told before the answer. */
  toldBefore(account: Address, command: number): AccountFact[] {
    return this.itemsOf(account, command)
      .filter(({ interim }) => interim === true)
      .flatMap(({ facts }) => facts);
  }

  private itemsOf(account: Address, command: number): NoticeItem[] {
    // A restart sends the newest again.
    const bySeq = new Map(
      this.notices.filter((notice) => notice.account === account).map((notice) => [notice.seq, notice]),
    );
    return [...bySeq.values()]
      .flatMap(({ items }) => items)
      .filter(({ origin, others = [] }) => [origin, ...others].some((of) => of?.command === command));
  }

  async settlement(...news: SettlementNews[]): Promise<void> {
    const content = (seq: number) => settlementNews.encode({ seq, at: this.clock.now(), news });
    await this.logs.append('SETTLEMENT', settlementNews.pattern, content);
  }

  async attester(...news: AttesterNews[]): Promise<void> {
    const content = (seq: number) => attesterNews.encode({ seq, at: this.clock.now(), news });
    await this.logs.append('ATTESTER', attesterNews.pattern, content);
  }

  async deposit(account: Address, token: Address, units: bigint): Promise<void> {
    await this.mine([{ kind: 'deposited', account, token, amount: amount(units), payer: account }]);
  }

  /** Everything that an account was told, without balances of other moments. */
  factsFor(account: Address): AccountFact[] {
    const mine = this.notices.filter((notice) => notice.account === account);
    return mine.flatMap(({ items }) => items.flatMap(({ facts }) => facts));
  }

  async quiet(): Promise<void> {
    for (let round = 0; round < 10; round += 1) await settle();
  }
}

type Without<T> = T extends unknown ? Omit<T, 'transaction' | 'logIndex'> : never;
export type Unplaced = Without<ChainFact>;

export const blockHash = (number: number) => hash(`0x${number.toString(16).padStart(64, '0')}`);
