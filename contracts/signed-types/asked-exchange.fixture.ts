import { type ContractDomain, deployExchange, encodeRegisterToken } from '@exchange/contract/chain';
import { type Address, address, present, ZERO_ADDRESS } from '@exchange/core/kernel';
import { FUNDED_KEYS, startAnvil, type TestChain } from '@exchange/test/kit';
import { NonceManager, Wallet } from 'ethers';
import { TradingKey } from '../settled-trades/trading-key.fixture';

const CALLS_AT_ONCE = 200;
const key = (byte: number) => new TradingKey(new Uint8Array(32).fill(byte));
const holder = (digit: string): Address => address(`0x${digit.repeat(40)}`);

export interface Call {
  readonly from: Address;
  readonly data: string;
  /** Storage that the call finds instead of what is there. */
  readonly storage?: Readonly<Record<string, string>>;
}

/** What a call returned, or the data of its revert. */
export interface CallAnswer {
  readonly returned?: string;
  readonly reverted?: string;
}

interface RpcAnswer {
  readonly id: number;
  readonly result?: string;
  readonly error?: { readonly message: string; readonly data?: string };
}

/** The exchange as it is shipped, on a chain of its own, asked by calls that change nothing. */
export class AskedExchange {
  readonly attester = key(0xa7);
  readonly coSigner = key(0xc0);
  readonly settler = holder('1');

  private constructor(
    private readonly chain: TestChain,
    readonly domain: ContractDomain,
    /** By their id in the contract; ether is the first. */
    readonly tokens: readonly Address[],
  ) {}

  static async start(tokens: readonly Address[]): Promise<AskedExchange> {
    const chain = await startAnvil();
    const deployer = new NonceManager(new Wallet(FUNDED_KEYS[0], chain.provider));
    const { address: contract } = await deployExchange(deployer, {
      ...{ name: 'Exchange', admin: holder('7'), settlers: [holder('1')], lister: holder('3') },
      ...{ attester: key(0xa7).address, coSigner: key(0xc0).address, guardian: holder('4') },
      ...{ feeCollector: holder('5'), waitingPeriod: 86_400, maxFeeBps: 200 },
    });
    const lister = holder('3');
    await chain.provider.send('anvil_impersonateAccount', [lister]);
    await chain.provider.send('anvil_setBalance', [lister, '0xffffffffffffffffffff']);
    for (const token of tokens) {
      await chain.provider.send('anvil_setCode', [token, '0x00']);
      const data = encodeRegisterToken(token);
      await chain.provider.send('eth_sendTransaction', [{ from: lister, to: contract, data }]);
    }
    const domain = { name: 'Exchange', chainId: 31_337, contract };
    return new AskedExchange(chain, domain, [ZERO_ADDRESS, ...tokens]);
  }

  stop(): Promise<void> {
    return this.chain.stop();
  }

  /** Asks a contract that isn't there: a test's own, of this code. */
  async askCode(code: string, data: string): Promise<string> {
    const to = holder('c');
    const answer = await this.chain.provider.send('eth_call', [{ to, data }, 'latest', { [to]: { code } }]);
    return String(answer);
  }

  /** The exchange's answers in the order of the calls. */
  async ask(calls: readonly Call[]): Promise<CallAnswer[]> {
    const answers: CallAnswer[] = [];
    for (let at = 0; at < calls.length; at += CALLS_AT_ONCE)
      answers.push(...(await this.askAtOnce(calls.slice(at, at + CALLS_AT_ONCE))));
    return answers;
  }

  private async askAtOnce(calls: readonly Call[]): Promise<CallAnswer[]> {
    const to = this.domain.contract;
    const requests = calls.map(({ from, data, storage }, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'eth_call' },
      params: [
        { from, to, data, gas: '0x1c9c380' },
        'latest',
        storage ? { [to]: { stateDiff: storage } } : {},
      ],
    }));
    const response = await fetch(this.chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requests),
    });
    const byId = new Map(((await response.json()) as RpcAnswer[]).map((answer) => [answer.id, answer]));
    return calls.map((_, id) => {
      const { result, error } = present(byId.get(id), 'answer');
      if (!error) return { returned: present(result, 'result') };
      if (error.data === undefined) throw new Error(error.message);
      return { reverted: error.data };
    });
  }
}
