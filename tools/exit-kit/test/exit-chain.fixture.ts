import {
  delegation,
  deployExchange,
  deployTestToken,
  encodeRegisterToken,
  exchangeInterface,
  testTokenAbi,
} from '@exchange/contract/chain';
import { address, type Address, hash } from '@exchange/core/kernel';
import { SumTree } from '@exchange/core/solvency';
import { startAnvil, type TestChain } from '@exchange/test/kit';
import {
  encryptKeystoreJson,
  getBytes,
  HDNodeWallet,
  Interface,
  keccak256,
  NonceManager,
  Signature,
} from 'ethers';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MNEMONIC = 'test test test test test test test test test test test junk';
const NAME = 'Exchange';
const DAY = 86_400;
const tokenInterface = new Interface(testTokenAbi);

const walletAt = (index: number) => HDNodeWallet.fromPhrase(MNEMONIC, undefined, `m/44'/60'/0'/0/${index}`);
const addressAt = (index: number) => address(walletAt(index).address);

/** Of the account: enough ether for a part to stay, a token with 6 decimals and one without any. */
export const DEPOSITS = { ETH: 2_500_000_000_000_000_000n, USD: 1_234_567n, PIG: 7n } as const;

/** A chain with the contract and nothing else of the exchange: an account has deposits and a delegate. */
export class ExitChain {
  private constructor(
    readonly chain: TestChain,
    readonly contract: Address,
    readonly tokens: Readonly<Record<'USD' | 'PIG', Address>>,
    /** Where the kit was built, and the account's keystore lies. */
    readonly folder: string,
  ) {}

  readonly wallet = walletAt(5);
  readonly account = address(this.wallet.address);
  readonly delegate = addressAt(6);

  static async start(): Promise<ExitChain> {
    const chain = await startAnvil();
    const deployer = new NonceManager(walletAt(0).connect(chain.provider));
    const { address: contract } = await deployExchange(deployer, {
      ...{ name: NAME, admin: addressAt(0), settlers: [addressAt(1)], attester: addressAt(2) },
      ...{ coSigner: addressAt(3), lister: addressAt(4), guardian: addressAt(7), feeCollector: addressAt(8) },
      ...{ waitingPeriod: DAY, maxFeeBps: 200 },
    });
    const listed = async (symbol: string, decimals: number) => {
      const { address: token } = await deployTestToken(deployer, { name: symbol, symbol, decimals });
      const lister = walletAt(4).connect(chain.provider);
      await (await lister.sendTransaction({ to: contract, data: encodeRegisterToken(token) })).wait();
      return token;
    };
    const tokens = { USD: await listed('USD', 6), PIG: await listed('PIG', 0) };
    const folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-exit-'));
    const started = new ExitChain(chain, contract, tokens, folder);
    await started.#fill();
    execFileSync('node', ['tools/exit-kit/build.mjs', '--out', folder]);
    return started;
  }

  file(name: string): string {
    return path.join(this.folder, name);
  }

  /** The account's key, as light to open as a test wants it. */
  async writeKeystore(): Promise<void> {
    const { address: owner, privateKey } = this.wallet;
    const scrypt = { N: 1024, r: 8, p: 1 };
    const json = await encryptKeystoreJson({ address: owner, privateKey }, 'open sesame', { scrypt });
    writeFileSync(this.file('key.json'), json);
    writeFileSync(this.file('password'), 'open sesame\n');
  }

  /** The answer to getSolvencyProof that says that the account is owed so much USD as of the newest block. */
  async solvencyProof(amount: bigint) {
    const { USD: token } = this.tokens;
    const tree = new SumTree((data) => getBytes(keccak256(data)));
    const leafOf = { token, salt: hash(`0x${'5a'.repeat(32)}`) };
    tree.add({ ...leafOf, account: this.delegate, amount: 1_000_000n });
    tree.add({ ...leafOf, account: this.account, amount });
    const block = await this.chain.provider.getBlockNumber();
    const { amount: owed, siblings, ...rest } = tree.proof(1, block);
    const nodes = siblings.map(({ sum, hash: of }) => ({ sum: String(sum), hash: of }));
    return { ...rest, amount: String(owed), siblings: nodes, root: tree.root(token, block).root };
  }

  async #fill(): Promise<void> {
    const { contract, tokens } = this;
    await this.call('depositEther', [], DEPOSITS.ETH);
    for (const symbol of ['USD', 'PIG'] as const) {
      const token = tokens[symbol];
      await this.#send(token, tokenInterface.encodeFunctionData('mint', [this.account, DEPOSITS[symbol]]));
      await this.#send(token, tokenInterface.encodeFunctionData('approve', [contract, DEPOSITS[symbol]]));
      await this.call('depositToken', [token, DEPOSITS[symbol]]);
    }
    await this.#addDelegate();
  }

  async #addDelegate(): Promise<void> {
    const deadline = 2 ** 32 - 1;
    const { domain, types, message } = delegation(
      { name: NAME, chainId: 31_337, contract: this.contract },
      { account: this.account, delegate: this.delegate, deadline },
    );
    const { v, r, s } = Signature.from(await walletAt(6).signTypedData(domain, types, message));
    await this.call('addDelegate', [this.delegate, deadline, deadline, v, r, s]);
  }

  /** The account calls the contract. */
  call(name: string, values: readonly unknown[], value = 0n): Promise<void> {
    return this.#send(this.contract, exchangeInterface.encodeFunctionData(name, values), value);
  }

  async #send(to: Address, data: string, value = 0n): Promise<void> {
    const sent = await this.wallet.connect(this.chain.provider).sendTransaction({ to, data, value });
    await sent.wait();
  }

  /** Lets the waiting period pass. */
  async wait(seconds = DAY): Promise<void> {
    await this.chain.provider.send('evm_increaseTime', [seconds]);
    await this.chain.mine();
  }

  /** What somebody owns of a token outside of the contract. */
  async owned(token: Address, owner: string): Promise<bigint> {
    const data = tokenInterface.encodeFunctionData('balanceOf', [owner]);
    return BigInt(await this.chain.provider.call({ to: token, data }));
  }

  async stop(): Promise<void> {
    await this.chain.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
