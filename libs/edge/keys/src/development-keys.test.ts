import { address } from '@exchange/core/kernel';
import { describe, expect, it } from '@jest/globals';
import { computeAddress, HDNodeWallet, Mnemonic, Wallet } from 'ethers';
import { isPublicKeyAddress } from './development-keys';

const JUNK = Mnemonic.fromPhrase('test test test test test test test test test test test junk');
const junkAt = (index: number) =>
  address(HDNodeWallet.fromMnemonic(JUNK, "m/44'/60'/0'/0").deriveChild(index).address);
const number = (value: number) => address(computeAddress(`0x${value.toString(16).padStart(64, '0')}`));

describe('public keys', () => {
  it("are anvil's accounts, far beyond the twenty that it shows", () => {
    expect(isPublicKeyAddress(address('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'))).toBe(true);
    for (const index of [1, 19, 20, 30, 37, 99]) expect(isPublicKeyAddress(junkAt(index))).toBe(true);
  });

  it.each([
    ['ganache', '0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1'],
    ['Truffle', '0x627306090abab3a6e1400e9345bc60c78a8bef57'],
    ['the first example of BIP-39', '0x9858effd232b4033e47d90003d41ec34ecaeda94'],
    ['Besu', '0xfe3b557e8fb62b89f4916b721be55ceb828dbd73'],
    ['the example of EIP-712', '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'],
  ])('are those of %s', (_, owner) => {
    expect(isPublicKeyAddress(address(owner))).toBe(true);
  });

  it('are small numbers, and a byte again and again', () => {
    for (const value of [1, 2, 255, 256]) expect(isPublicKeyAddress(number(value))).toBe(true);
    for (const byte of ['11', '5b', 'fe']) {
      expect(isPublicKeyAddress(address(computeAddress(`0x${byte.repeat(32)}`)))).toBe(true);
    }
  });

  it('are not keys made at random', () => {
    expect(isPublicKeyAddress(address(Wallet.createRandom().address))).toBe(false);
  });
});
