import { timelockAbi, timelockBytecode } from '@exchange/contract/chain';
import { type Address, address } from '@exchange/core/kernel';
import { Contract, ContractFactory, type Signer, ZeroAddress, ZeroHash } from 'ethers';

/** OpenZeppelin's timelock, which one key may use in every way. */
export class Timelock {
  private constructor(
    private readonly contract: Contract,
    readonly address: Address,
  ) {}

  static async deploy(owner: Signer, delaySeconds: number): Promise<Timelock> {
    const keys = [await owner.getAddress()];
    const deployed = await new ContractFactory(timelockAbi, timelockBytecode, owner).deploy(
      ...[delaySeconds, keys, keys, ZeroAddress],
    );
    await deployed.waitForDeployment();
    const at = await deployed.getAddress();
    return new Timelock(new Contract(at, timelockAbi, owner), address(at));
  }

  /** Announces a call; the id of the operation. */
  async schedule(target: Address, data: string, delaySeconds: number): Promise<string> {
    await this.send('schedule', target, 0, data, ZeroHash, ZeroHash, delaySeconds);
    return String(await this.contract.getFunction('hashOperation')(target, 0, data, ZeroHash, ZeroHash));
  }

  async execute(target: Address, data: string): Promise<void> {
    await this.send('execute', target, 0, data, ZeroHash, ZeroHash);
  }

  async cancel(operation: string): Promise<void> {
    await this.send('cancel', operation);
  }

  private async send(name: string, ...values: unknown[]): Promise<void> {
    const sent = await this.contract.getFunction(name)(...values);
    await sent.wait();
  }
}
