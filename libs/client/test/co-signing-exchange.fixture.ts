import { address, hash as hashOf } from '@exchange/core/kernel';
import type { Command, CommandOf, EntryView } from '@exchange/core/wire';
import { ExchangeError } from '../src/exchange-error';
import type { ExchangePort } from '../src/chain/exchange-steps';
import type { Signer } from '../src/order/signer';
import { coSignedWithdrawal } from '../src/signing/consents';
import { signConsent } from '../src/signing/statement';

type Answer =
  | { readonly event: 'ledgerEntryStatus'; readonly entry: EntryView }
  | { readonly event: 'historicalLedgerEntries'; readonly entries: readonly EntryView[] };

/** No two of an account are the same, whatever exchange gave them: the contract takes each once. */
let lastNonce = 2 ** 52;
const PAGE_SIZE = 20;

/**
 * What the exchange says of one account's withdrawals and announced deposits, as docs/interface has it (withdrawals), with
 * the co-signer's real signatures.
 */
export class CoSigningExchange implements ExchangePort {
  /** Newest first. */
  readonly entries: EntryView[] = [];
  readonly shown: Command[] = [];
  /** A co-signature is good for so long, in seconds. */
  goodFor = 3_600;
  private readonly used = new Set<number>();

  constructor(
    private readonly account: string,
    private readonly coSigner: Signer,
    readonly domain: ExchangePort['domain'],
    readonly listed: ExchangePort['listed'],
    /** Unix seconds, by the chain. */
    private readonly now: () => Promise<number>,
  ) {}

  request(asked: { readonly c: string }): Promise<Answer> {
    return this.answer(asked as Command);
  }

  /** What the exchange does when the deadline of a co-signature has passed. */
  cancel(id: number): void {
    this.change(id, { canceled: true });
  }

  private async answer(command: Command): Promise<Answer> {
    switch (command.c) {
      case 'signWithdrawal':
        return this.told(await this.coSigned(command));
      case 'submitWithdrawal':
        return this.told(this.submitted(command));
      case 'withdrawalTransaction':
        this.shown.push(command);
        return this.told(this.change(command.id, { transaction: hashOf(command.txhash) }));
      case 'announceDeposit':
        this.shown.push(command);
        return this.told(this.announced(command));
      case 'getHistoricalLedgerEntries': {
        const { before = Infinity, limit = PAGE_SIZE } = command;
        const page = this.entries.filter(({ id }) => id < before).slice(0, limit);
        return { event: 'historicalLedgerEntries', entries: page };
      }
      default:
        throw new ExchangeError('UNKNOWN_COMMAND', `${command.c} is not for this exchange`);
    }
  }

  private async coSigned({ token, amount }: CommandOf<'signWithdrawal'>): Promise<EntryView> {
    const nonce = (lastNonce += 1);
    const deadline = (await this.now()) + this.goodFor;
    const receiver = this.account;
    const wanted = { account: this.account, token, amount: BigInt(amount), receiver, nonce, deadline };
    const domain = { ...this.domain, contract: address(this.domain.contract) };
    const { v, r, s } = await signConsent(this.coSigner, coSignedWithdrawal(wanted), domain);
    const signature = { v, r: hashOf(r), s: hashOf(s), nonce, deadline };
    return this.add('withdrawal', token, `-${amount}`, { signature });
  }

  private submitted({ token, amount, nonce }: CommandOf<'submitWithdrawal'>): EntryView {
    if (this.used.has(nonce)) throw new ExchangeError('NONCE_USED', `nonce ${nonce} was submitted before`);
    this.used.add(nonce);
    return this.add('withdrawal', token, `-${amount}`, {});
  }

  private announced({ token, amount, txhash }: CommandOf<'announceDeposit'>): EntryView {
    const transaction = hashOf(txhash);
    const known = this.entries.find((entry) => entry.type === 'deposit' && entry.transaction === transaction);
    return known ?? this.add('deposit', token, amount, { transaction });
  }

  private add(type: EntryView['type'], token: string, net: string, more: Partial<EntryView>): EntryView {
    const [symbol = ''] =
      Object.entries(this.listed.tokens).find(([, { contract }]) => contract === token) ?? [];
    const entry: EntryView = {
      ...{ id: this.entries.length + 1, type, changes: [{ token: symbol, amount: net, fees: '0', net }] },
      ...{ applied: [[0, 1, -1]], signature: {}, transaction: null, blockNumber: null, blockHash: null },
      ...{ canceled: false, description: '', timestamp: 1, lastUpdated: 1 },
      ...more,
    };
    this.entries.unshift(entry);
    return entry;
  }

  private change(id: number, change: Partial<EntryView>): EntryView {
    const at = this.entries.findIndex((entry) => entry.id === id);
    const entry = this.entries[at];
    if (entry === undefined) throw new ExchangeError('INVALID_FIELD', `there is no entry ${id}`);
    const changed = { ...entry, ...change };
    this.entries[at] = changed;
    return changed;
  }

  private told(entry: EntryView): Answer {
    return { event: 'ledgerEntryStatus', entry };
  }
}
