import { depositRouterAbi, exchangeAbi, exchangeLensAbi } from '@exchange/contract/chain';
import { Interface, type InterfaceAbi } from 'ethers';

/** What the client calls, by the contract that has it. */
const CALLED: readonly (readonly [InterfaceAbi, readonly string[]])[] = [
  [
    exchangeAbi,
    [
      ...['depositEther', 'depositToken', 'withdraw', 'requestExit', 'cancelExit', 'withdrawExit'],
      ...['addDelegate', 'removeDelegate', 'removeDelegateCoSigned', 'cancelOrders', 'cancelOrdersCoSigned'],
      ...['requestMinNonce', 'applyMinNonce', 'raiseMinNonceCoSigned', 'voidNonces', 'getBalance'],
    ],
  ],
  [exchangeLensAbi, ['balances', 'waitingPeriod', 'minNonce', 'waitingMinNonce', 'delegates']],
  [depositRouterAbi, ['depositWithPermit']],
  [
    [
      'function approve(address spender, uint256 amount) returns (bool)',
      'function allowance(address owner, address spender) view returns (uint256)',
      'function balanceOf(address owner) view returns (uint256)',
      'function nonces(address owner) view returns (uint256)',
      'function DOMAIN_SEPARATOR() view returns (bytes32)',
      'function name() view returns (string)',
      'function version() view returns (string)',
      'function PERMIT_TYPEHASH() view returns (bytes32)',
    ],
    ['approve', 'allowance', 'balanceOf', 'nonces', 'DOMAIN_SEPARATOR', 'name', 'version', 'PERMIT_TYPEHASH'],
  ],
];

/** The source of the client's table of functions: a selector and the types of what is given. */
export function functionsSource(): string {
  const lines = CALLED.flatMap(([abi, names]) => {
    const contract = new Interface(abi);
    return names.map((name) => {
      const found = contract.getFunction(name);
      if (found === null) throw new Error(`no contract has a function ${name}`);
      return `${name}: ['${found.selector}', ${found.inputs.map(({ type }) => `'${type}'`).join(', ')}],`;
    });
  });
  return [
    '/* Made from the contracts by `node tools/run.mjs readers`. */',
    '/** The functions that are called: selector, and the types of what they are given. */',
    `export const FUNCTIONS = { ${lines.join('\n')} } as const;`,
  ].join('\n');
}
