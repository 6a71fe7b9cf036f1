import { address, type Address } from '@exchange/core/kernel';
import { computeAddress, HDNodeWallet, id, Mnemonic, toBeHex } from 'ethers';

/** Mnemonics that tools start with or that their pages show, and how many of the accounts of each are meant. */
const MNEMONICS: readonly (readonly [phrase: string, accounts: number])[] = [
  // anvil and hardhat; this exchange's own launcher takes its keys from here, too.
  ['test test test test test test test test test test test junk', 100],
  // ganache --deterministic, and the network of Truffle's console.
  ['myth like bonus scare over problem client lizard pioneer submit female collect', 20],
  ['candy maple cake sugar pudding cream honey rich smooth crumble sweet treat', 20],
  // The examples of BIP-39.
  [`${'abandon '.repeat(11)}about`, 20],
  ['legal winner thank year wave sausage worth useful legal winner thank yellow', 20],
  ['zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong', 20],
];

/** Keys of test networks and of the pages that explain them. */
const SINGLE_KEYS: readonly string[] = [
  // Besu's development network, and geth's tests.
  '0x8f2a55949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be63',
  '0xc87509a1c067bbde78beb793e6fa76530b6382a4c0241e5e4a9ec0a0f44dc0d3',
  '0xae6ae8e5ccbfb04590405997ee2d52d2b330726137b875053c36d94e974d162f',
  '0xb71c71a67e1177ad4e901695e1b4b9ee17ae16c6668d313eac2f96dbcda3f291',
  '0x289c2857d4598e37fb9647507e47a309d6133539bf21a8b9cb6df88fd5232032',
  '0x45a915e4d060149eb4365960e6a7a45f334393093061116b197e3240065ff2d8',
  // web3.js, ethers and EIP-712.
  '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  '0x348ce564d427a3311b6536bbcff9390d69395b06ed6c486954e971d960fe8709',
  '0x0123456789012345678901234567890123456789012345678901234567890123',
  ...['cow', '', 'test', 'hello', 'password', 'secret', 'exchange'].map(id),
];

/** Keys that are small numbers, or a byte again and again. */
const SMALL_NUMBERS = 256;
const REPEATED_BYTES = 254;

let known: ReadonlySet<Address> | undefined;

/**
 * Whether everybody has the private key of this address: of a mnemonic that tools share, of a page that explains one, a
 * small number or a byte repeated. The first call takes about a second.
 */
export function isPublicKeyAddress(text: Address): boolean {
  known ??= new Set(publicAddresses());
  return known.has(text);
}

function* publicAddresses(): Generator<Address> {
  for (const [phrase, accounts] of MNEMONICS) {
    const wallets = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(phrase), "m/44'/60'/0'/0");
    for (let index = 0; index < accounts; index++) yield address(wallets.deriveChild(index).address);
  }
  for (const key of SINGLE_KEYS) yield address(computeAddress(key));
  for (let number = 1; number <= SMALL_NUMBERS; number++) {
    yield address(computeAddress(toBeHex(number, 32)));
  }
  for (let byte = 1; byte <= REPEATED_BYTES; byte++) {
    yield address(computeAddress(`0x${toBeHex(byte).slice(2).repeat(32)}`));
  }
}
