import { exchangeAbi, testTokenAbi } from '@exchange/contract/chain';
import { Contract, NonceManager, toQuantity, Wallet } from 'ethers';
import { operatorKeys } from '../../tools/kit/chain/dev-keys';
import type { Chain } from './chain';

/** What the operator does on the chain, and what becomes of its money. */
export class ChainOperator {
  #taken = 0n;

  constructor(private readonly chain: Chain) {}

  async setWaitingPeriod(seconds: number): Promise<void> {
    await this.#mined(this.#contract(operatorKeys.admin.privateKey), 'setWaitingPeriod', [seconds]);
  }

  /** Leaves the settler less than any transaction costs. */
  async takeFromSettler(): Promise<void> {
    const { address } = operatorKeys.settler;
    this.#taken = await this.chain.provider.getBalance(address);
    await this.chain.provider.send('anvil_setBalance', [address, '0x1']);
  }

  async giveToSettler(): Promise<void> {
    const { address } = operatorKeys.settler;
    await this.chain.provider.send('anvil_setBalance', [address, toQuantity(this.#taken)]);
  }

  /** Pays into an account out of the operator's own pocket. */
  async depositFor(account: string, symbol: string, amount: bigint): Promise<void> {
    const signer = this.#signer(operatorKeys.tokenDeployer.privateKey);
    const token = this.chain.token(symbol);
    const contract = new Contract(token, testTokenAbi, signer);
    await this.#mined(contract, 'mint', [operatorKeys.tokenDeployer.address, amount]);
    await this.#mined(contract, 'approve', [this.chain.endpoints.contract, amount]);
    const exchange = new Contract(this.chain.endpoints.contract, exchangeAbi, signer);
    await this.#mined(exchange, 'depositTokenFor', [account, token, amount]);
  }

  #signer(privateKey: string): NonceManager {
    return new NonceManager(new Wallet(privateKey, this.chain.provider));
  }

  #contract(privateKey: string): Contract {
    return new Contract(this.chain.endpoints.contract, exchangeAbi, this.#signer(privateKey));
  }

  async #mined(contract: Contract, name: string, args: readonly unknown[]): Promise<void> {
    const sent = (await contract.getFunction(name)(...args)) as { wait(): Promise<unknown> };
    await sent.wait();
  }
}
