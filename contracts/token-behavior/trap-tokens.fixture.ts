import { execFileSync } from 'node:child_process';
import { address, type Address } from '@exchange/core/kernel';
import type { TestChain } from '@exchange/test/kit';
import { concat, type Contract, ContractFactory, type InterfaceAbi, type Signer, zeroPadValue } from 'ethers';

// In a process of its own, because Jest would instrument 9 MB of compiler.
const COMPILE = `
  import { compileSource } from './contracts/compiler.mjs';
  const { abi, evm } = compileSource('test/support/TrapToken.sol').TrapToken;
  process.stdout.write(JSON.stringify({ abi, code: '0x' + evm.bytecode.object }));`;

/** Where a proxy keeps what it passes calls on to (EIP-1967). */
const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';

/** Tokens that an exchange must look at twice. */
export class TrapTokens {
  private constructor(
    private readonly compiled: { readonly abi: InterfaceAbi; readonly code: string },
    private readonly chain: TestChain,
    private readonly signer: Signer,
  ) {}

  static compile(chain: TestChain, signer: Signer): TrapTokens {
    const text = execFileSync(process.execPath, ['--input-type=module', '-e', COMPILE], { encoding: 'utf8' });
    return new TrapTokens(JSON.parse(text) as { abi: InterfaceAbi; code: string }, chain, signer);
  }

  /** `mode`: how its transfers misbehave (test/support/MischiefToken.sol). */
  async deploy(mode = 0): Promise<{ readonly at: Address; readonly contract: Contract }> {
    const { abi, code } = this.compiled;
    const contract = (await new ContractFactory(abi, code, this.signer).deploy()) as Contract;
    await contract.waitForDeployment();
    if (mode > 0) await (await contract.getFunction('setMode')(mode)).wait();
    return { at: address((await contract.getAddress()).toLowerCase()), contract };
  }

  /** A clone that passes all calls on, for ever to the same (EIP-1167). */
  async clone(of: Address): Promise<Address> {
    const at = address(`0x${'c1'.repeat(20)}`);
    const code = concat(['0x363d3d373d3d3d363d73', of, '0x5af43d82803e903d91602b57fd5bf3']);
    await this.chain.provider.send('anvil_setCode', [at, code]);
    return at;
  }

  /** The same, behind an address that may be changed; one step further on, so that it is no clone. */
  async proxy(of: Address): Promise<Address> {
    const at = address(`0x${'b1'.repeat(20)}`);
    const code = concat(['0x5b363d3d373d3d3d363d73', of, '0x5af43d82803e903d91602c57fd5bf3']);
    await this.chain.provider.send('anvil_setCode', [at, code]);
    await this.chain.provider.send('anvil_setStorageAt', [at, IMPLEMENTATION_SLOT, zeroPadValue(of, 32)]);
    return at;
  }
}
